/*
 * Calls that drista does not support. A program that makes one ends with a message that names the call. The call is
 * never passed to libc: the real function would block the only kernel thread, or have effects that are not observed.
 *
 * To support one: remove it here, and define it in the file of its primitive.
 */
#include "core/internal.h"
#include "memory/interposed.h"
#include "prim/real.h"

/* Under another name in C, so that no header's declaration is needed. The names are listed in a section for `drista
 * doctor`. */
#define UNSUPPORTED(name) \
	static const char dr_unsupported_name_##name[] __attribute__((used, section("drista_unsupported"))) = #name; \
	DR_EXPORT _Noreturn void dr_unsupported_##name(void) __asm__(#name); \
	void dr_unsupported_##name(void) \
	{ \
		dr_unsupported_at(#name, DR_SITE); \
	}

/* Threads. */
UNSUPPORTED(pthread_sigqueue)
UNSUPPORTED(pthread_getcpuclockid)

/* Named semaphores, which other processes may use. */
UNSUPPORTED(sem_close)
UNSUPPORTED(sem_open)
UNSUPPORTED(sem_unlink)

/* Other processes. */
UNSUPPORTED(fork)
UNSUPPORTED(_Fork)
UNSUPPORTED(vfork)
UNSUPPORTED(clone)
UNSUPPORTED(daemon)
UNSUPPORTED(forkpty)
UNSUPPORTED(execl)
UNSUPPORTED(execle)
UNSUPPORTED(execlp)
UNSUPPORTED(execv)
UNSUPPORTED(execve)
UNSUPPORTED(execveat)
UNSUPPORTED(execvp)
UNSUPPORTED(execvpe)
UNSUPPORTED(fexecve)
UNSUPPORTED(posix_spawn)
UNSUPPORTED(posix_spawnp)
UNSUPPORTED(popen)
UNSUPPORTED(system)

/* Asynchronous signals and timers, and waiting for them. */
UNSUPPORTED(alarm)
UNSUPPORTED(ualarm)
UNSUPPORTED(setitimer)
UNSUPPORTED(timer_create)
UNSUPPORTED(pause)
UNSUPPORTED(sigpause)
UNSUPPORTED(sigsuspend)
UNSUPPORTED(sigtimedwait)
UNSUPPORTED(sigwaitinfo)
UNSUPPORTED(signalfd)
UNSUPPORTED(mq_notify)
UNSUPPORTED(aio_read)
UNSUPPORTED(aio_read64)
UNSUPPORTED(aio_write)
UNSUPPORTED(aio_write64)

/* Objects of the kernel through which threads could communicate unobserved. */
UNSUPPORTED(sendmmsg)
UNSUPPORTED(recvmmsg)
UNSUPPORTED(semop)
UNSUPPORTED(semtimedop)
UNSUPPORTED(msgsnd)
UNSUPPORTED(msgrcv)
UNSUPPORTED(mq_send)
UNSUPPORTED(mq_timedsend)
UNSUPPORTED(mq_receive)
UNSUPPORTED(mq_timedreceive)
UNSUPPORTED(shmat)
UNSUPPORTED(timerfd_create)
UNSUPPORTED(inotify_init)
UNSUPPORTED(inotify_init1)
UNSUPPORTED(epoll_pwait2)
UNSUPPORTED(vmsplice)
UNSUPPORTED(tee)
UNSUPPORTED(process_vm_readv)
UNSUPPORTED(process_vm_writev)

/* std::promise and std::packaged_task that become ready at the end of a thread: libstdc++'s own code does that,
 * unannounced.
 * */
WEAK void dr_make_ready_at_end(void *state) __asm__("_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv");
void dr_make_ready_at_end(void *state)
{
	static void (*real)(void *);
	if (dr_self && !dr_standalone)
		dr_unsupported("std::promise::set_value_at_thread_exit and its like");
	dr_real_one(&real, "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv");
	real(state);
}

/* ThreadSanitizer's fibers: stacks that the program switches by itself. */
UNSUPPORTED(__tsan_create_fiber)
UNSUPPORTED(__tsan_destroy_fiber)
UNSUPPORTED(__tsan_get_current_fiber)
UNSUPPORTED(__tsan_set_fiber_name)
UNSUPPORTED(__tsan_switch_to_fiber)
