// atomic_queue::AtomicQueue2: the same with the states of elements beside them.
#include <atomic_queue/atomic_queue.h>
#include <drista/spec.h>

using Queue = atomic_queue::AtomicQueue2<int, 4>;

DRISTA_SPEC(Queue, drista::spec::queue)
	.operation("push", [](Queue &q, int value) { q.push(value); })
	.operation("pop", [](Queue &q, int &value) { return q.try_pop(value); });
