// std::atomic<int> with release and acquire, as a register.
#include <atomic>
#include <drista/spec.h>

using Register = std::atomic<int>;

DRISTA_SPEC(Register, drista::spec::register_)
	.operation("write", [](Register &r, int value) { r.store(value, std::memory_order_release); })
	.operation("read", [](Register &r) { return r.load(std::memory_order_acquire); })
	.operation("exchange", [](Register &r, int value) { return r.exchange(value, std::memory_order_acq_rel); });
