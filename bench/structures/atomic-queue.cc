// atomic_queue::AtomicQueue: a ring with an index for each side.
#include <atomic_queue/atomic_queue.h>
#include <drista/spec.h>

using Queue = atomic_queue::AtomicQueue<int, 4>;

DRISTA_SPEC(Queue, drista::spec::queue)
	.operation("push", [](Queue &q, int value) { q.push(value); })
	.operation("pop", [](Queue &q, int &value) { return q.try_pop(value); });
