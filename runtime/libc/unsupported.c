/*
 * Calls that drista does not support. A program that makes one ends with a message that names the call. The call is
 * never passed to libc: the real function would block the only kernel thread, or have effects that are not observed.
 *
 * To support one: remove it here, and define it in the file of its primitive.
 */
#include "internal.h"
#include "server/entry.h"
#include "libstdc++/containers.h"
#include "libc/real.h"

/* Under another name in C, so that no header's declaration is needed. The names are listed in a section for `drista
 * doctor`. */
#define REFUSE(name) \
	static const char dr_refused_##name[] __attribute__((used, section("drista_refused"))) = #name; \
	DR_EXPORT _Noreturn void dr_refuse_##name(void) __asm__(#name); \
	void dr_refuse_##name(void) \
	{ \
		dr_unsupported(#name); \
	}

/* Threads. */
REFUSE(pthread_sigqueue)
REFUSE(pthread_getcpuclockid)

/* Named semaphores, which other processes may use. */
REFUSE(sem_close)
REFUSE(sem_open)
REFUSE(sem_unlink)

/* Other processes. */
REFUSE(fork)
REFUSE(_Fork)
REFUSE(vfork)
REFUSE(clone)
REFUSE(daemon)
REFUSE(forkpty)
REFUSE(execl)
REFUSE(execle)
REFUSE(execlp)
REFUSE(execv)
REFUSE(execve)
REFUSE(execveat)
REFUSE(execvp)
REFUSE(execvpe)
REFUSE(fexecve)
REFUSE(posix_spawn)
REFUSE(posix_spawnp)
REFUSE(popen)
REFUSE(system)

/* Asynchronous signals and timers, and waiting for them. */
REFUSE(alarm)
REFUSE(ualarm)
REFUSE(setitimer)
REFUSE(timer_create)
REFUSE(pause)
REFUSE(sigpause)
REFUSE(sigsuspend)
REFUSE(sigtimedwait)
REFUSE(sigwaitinfo)
REFUSE(signalfd)
REFUSE(mq_notify)
REFUSE(aio_read)
REFUSE(aio_read64)
REFUSE(aio_write)
REFUSE(aio_write64)

/* Objects of the kernel through which threads could communicate unobserved. */
REFUSE(sendmmsg)
REFUSE(recvmmsg)
REFUSE(semop)
REFUSE(semtimedop)
REFUSE(msgsnd)
REFUSE(msgrcv)
REFUSE(mq_send)
REFUSE(mq_timedsend)
REFUSE(mq_receive)
REFUSE(mq_timedreceive)
REFUSE(shmat)
REFUSE(timerfd_create)
REFUSE(inotify_init)
REFUSE(inotify_init1)
REFUSE(epoll_pwait2)
REFUSE(vmsplice)
REFUSE(tee)
REFUSE(process_vm_readv)
REFUSE(process_vm_writev)

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
REFUSE(__tsan_create_fiber)
REFUSE(__tsan_destroy_fiber)
REFUSE(__tsan_get_current_fiber)
REFUSE(__tsan_set_fiber_name)
REFUSE(__tsan_switch_to_fiber)
