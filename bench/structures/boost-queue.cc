// boost::lockfree::queue: Michael and Scott's, with nodes that are used again.
#include <boost/lockfree/queue.hpp>
#include <drista/spec.h>

using Queue = boost::lockfree::queue<int, boost::lockfree::fixed_sized<true>>;

DRISTA_SPEC(Queue, drista::spec::queue)
	.object_is([] { return new Queue(4); })
	.operation("push", [](Queue &q, int value) { q.push(value); })
	.operation("pop", [](Queue &q, int &value) { return q.pop(value); });
