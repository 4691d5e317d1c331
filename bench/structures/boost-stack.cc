// boost::lockfree::stack: Treiber's, with nodes that are used again.
#include <boost/lockfree/stack.hpp>
#include <drista/spec.h>

using Stack = boost::lockfree::stack<int, boost::lockfree::fixed_sized<true>>;

DRISTA_SPEC(Stack, drista::spec::stack)
	.object_is([] { return new Stack(4); })
	.operation("push", [](Stack &s, int value) { s.push(value); })
	.operation("pop", [](Stack &s, int &value) { return s.pop(value); });
