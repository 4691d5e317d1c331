// std::atomic<int> with relaxed additions, as a counter.
#include <atomic>
#include <drista/spec.h>

using Counter = std::atomic<int>;

DRISTA_SPEC(Counter, drista::spec::counter)
	.operation("increment", [](Counter &c) { return c.fetch_add(1, std::memory_order_relaxed); })
	.operation("decrement", [](Counter &c) { return c.fetch_sub(1, std::memory_order_relaxed); })
	.operation("get", [](Counter &c) { return c.load(std::memory_order_relaxed); });
