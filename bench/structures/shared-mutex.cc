// std::shared_mutex of libstdc++.
#include <drista/spec.h>
#include <shared_mutex>

using Lock = std::shared_mutex;

DRISTA_SPEC(Lock, drista::spec::rwlock)
	.operation("lock", &Lock::lock)
	.operation("unlock", &Lock::unlock)
	.operation("lock_shared", &Lock::lock_shared)
	.operation("unlock_shared", &Lock::unlock_shared);
