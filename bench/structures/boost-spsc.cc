// boost::lockfree::spsc_queue: a ring for one producer and one consumer.
#include <boost/lockfree/spsc_queue.hpp>
#include "one-to-one.h"

using Queue = boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>>;
using Model = OneToOne<2>;

DRISTA_SPEC(Queue, Model)
	.operation("push", [](Queue &q, int value) { return q.push(value); }, &Model::push)
	.operation("pop", [](Queue &q, int &value) { return q.pop(value); }, &Model::pop)
	.calls(5);
