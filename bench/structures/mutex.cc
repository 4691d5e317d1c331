// std::mutex of libstdc++.
#include <drista/spec.h>
#include <mutex>

DRISTA_SPEC(std::mutex, drista::spec::lock)
	.operation("lock", &std::mutex::lock)
	.operation("try_lock", &std::mutex::try_lock)
	.operation("unlock", &std::mutex::unlock);
