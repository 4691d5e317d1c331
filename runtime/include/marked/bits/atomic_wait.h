/*
 * libstdc++'s <bits/atomic_wait.h>, with other functions for std::atomic::wait and notify, and what <latch> and
 * <barrier> make of them, in versions 11 to 14. Its own look 16 times, and count in a table the threads that wait,
 * before they call futex(2). These look once and then sleep on the object's own queue (runtime/pthread/futex.c), so
 * that executions do not differ by the number of looks. Semaphores look once, too, but wait by libstdc++'s own
 * function, which in some versions sleeps where it should not. Waits with a time limit stay as they are.
 */
#pragma GCC system_header
#include <bits/c++config.h>

#if _GLIBCXX_RELEASE < 11 || _GLIBCXX_RELEASE >= 15
#include_next <bits/atomic_wait.h>
#elif !defined(DRISTA_ATOMIC_WAIT_H)
#define DRISTA_ATOMIC_WAIT_H

namespace std
{
namespace __detail
{
struct __default_spin_policy;
/* libstdc++'s own template is less specialised. */
template <typename Ready> bool __atomic_spin(Ready &ready, __default_spin_policy) noexcept;
} // namespace __detail
} // namespace std

#define __atomic_wait_address_v __atomic_wait_address_v_of_libstdcxx
#define __atomic_wait_address __atomic_wait_address_of_libstdcxx
#define __atomic_notify_address __atomic_notify_address_of_libstdcxx
#include_next <bits/atomic_wait.h>
#undef __atomic_wait_address_v
#undef __atomic_wait_address
#undef __atomic_notify_address

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
template <typename Ready> bool __atomic_spin(Ready &ready, __default_spin_policy) noexcept
{
	return ready();
}

/* Waits until `ready()`, which only looks. */
template <typename Ready> void __drista_wait(const void *object, const Ready &ready) noexcept
{
	while (!ready())
		drista_runtime_sleep(
			object, [](const void *f) { return bool((*static_cast<const Ready *>(f))()); }, &ready);
}
} // namespace __detail

template <typename T, typename Load> void __atomic_wait_address_v(const T *object, T old, Load load) noexcept
{
	__detail::__drista_wait(object, [=] { return !__detail::__atomic_compare(old, load()); });
}

template <typename T, typename Ready> void __atomic_wait_address(const T *object, Ready ready) noexcept
{
	__detail::__drista_wait(object, ready);
}

template <typename T> void __atomic_notify_address(const T *object, bool all) noexcept
{
	drista_runtime_wake(object, all);
}
} // namespace std
#endif
#endif
