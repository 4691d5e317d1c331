/*
 * std::atomic::wait and notify, and what <semaphore>, <latch> and <barrier> of libstdc++ 11 to 14 make of them, in the
 * place of libstdc++'s own. These look 16 times, and count in a table the threads that wait, before they call
 * futex(2). Here a thread looks once and then sleeps on the object's own queue (runtime/pthread/futex.c), so that
 * executions do not differ by the number of its looks. Waits with a time limit stay as they are.
 */
#define __atomic_wait_address_v __atomic_wait_address_v_of_libstdcxx
#define __atomic_wait_address __atomic_wait_address_of_libstdcxx
#define __atomic_wait_address_bare __atomic_wait_address_bare_of_libstdcxx
#define __atomic_notify_address __atomic_notify_address_of_libstdcxx
#define __atomic_notify_address_bare __atomic_notify_address_bare_of_libstdcxx
#include <bits/atomic_wait.h>
#undef __atomic_wait_address_v
#undef __atomic_wait_address
#undef __atomic_wait_address_bare
#undef __atomic_notify_address
#undef __atomic_notify_address_bare

#ifdef __cpp_lib_atomic_wait
extern "C" {
/* Sleeps on the object's queue unless `ready(context)`, which looks while nobody else may enter the queue or wake. */
void drista_runtime_sleep(const void *object, bool (*ready)(const void *), const void *context);
/* Wakes one thread that sleeps so, or all. */
void drista_runtime_wake(const void *object, bool all);
}

namespace std
{
namespace __detail
{
/* Waits until `ready()`. The thread sleeps only if it is not `awake()`, which looks and writes nothing. */
template <typename Ready, typename Awake>
void __drista_wait(const void *object, const Ready &ready, const Awake &awake) noexcept
{
	while (!ready())
		drista_runtime_sleep(
			object, [](const void *f) { return bool((*static_cast<const Awake *>(f))()); }, &awake);
}
} // namespace __detail

template <typename T, typename Load> void __atomic_wait_address_v(const T *object, T old, Load load) noexcept
{
	auto changed = [=] { return !__detail::__atomic_compare(old, load()); };
	__detail::__drista_wait(object, changed, changed);
}

template <typename T, typename Ready> void __atomic_wait_address(const T *object, Ready ready) noexcept
{
	__detail::__drista_wait(object, ready, ready);
}

/* Of a semaphore: `acquire` decrements its count, where that is not 0. */
template <typename Acquire>
void __atomic_wait_address_bare(const __detail::__platform_wait_t *count, Acquire acquire) noexcept
{
	__detail::__drista_wait(count, acquire, [=] { return __atomic_load_n(count, __ATOMIC_RELAXED) != 0; });
}

template <typename T> void __atomic_notify_address(const T *object, bool all) noexcept
{
	drista_runtime_wake(object, all);
}

inline void __atomic_notify_address_bare(const __detail::__platform_wait_t *count, bool all) noexcept
{
	drista_runtime_wake(count, all);
}
} // namespace std
#endif
