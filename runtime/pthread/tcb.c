/*
 * Thread control blocks. Each fiber borrows the thread control block of a real libc thread, which the real
 * pthread_create makes on the fiber's stack and which leaves the kernel at once without telling libc. So libc's thread-
 * local storage, errno, stdio locks and cancellation work in a fiber as in any thread.
 */
#include "pthread/tcb.h"
#include "core/hooks.h"
#include "fiber/fiber.h"
#include "prim/real.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char __libc_single_threaded __attribute__((weak));

static uint32_t leaving; /* set until the kernel has let go of the donor thread */

/* The start routine of the libc thread whose control block the fiber takes over. */
static void *donor(void *fiber)
{
	struct dr_fiber *f = fiber;
	f->tcb = dr_switch_tcb();
	f->entry = (char *)__builtin_frame_address(0) - DR_STACK_MARGIN;
	/* At the end of this kernel thread the kernel clears `leaving` instead of libc's record that the thread
	 * exists. */
	syscall(SYS_set_tid_address, &leaving);
	for (;;)
		syscall(SYS_exit, 0);
}

void dr_fiber_prepare(unsigned number)
{
	struct dr_fiber *f = &dr_fiber[number];
	if (f->entry)
		return;
	dr_hooks.gives_up(NULL); /* the next run finds the control block */
	if (!dr_stack_map(number, DR_STACK_SIZE))
		dr_fatal("cannot map the stack of a thread at its place");
	struct dr_thread *self = dr_self;
	unsigned arena = dr_arena;
	char single = &__libc_single_threaded ? __libc_single_threaded : 0;
	dr_self = NULL;
	dr_arena = number; /* libc's allocations for the thread are in its own arena, whichever thread creates it */

	pthread_attr_t attr;
	pthread_t id;
	pthread_attr_init(&attr);
	pthread_attr_setstack(&attr, (void *)f->stack_low, dr_stack_end(number) - f->stack_low);
	leaving = 1;
	int error = dr_real.pthread_create(&id, &attr, donor, f);
	pthread_attr_destroy(&attr);
	if (error)
		dr_fatal("cannot make a thread");
	for (uint32_t seen; (seen = *(volatile uint32_t *)&leaving) != 0;)
		syscall(SYS_futex, &leaving, FUTEX_WAIT, seen, NULL, NULL, 0);

	/* Donors are created ahead of time: the program must see that it has threads only when it creates one. */
	if (&__libc_single_threaded)
		__libc_single_threaded = single;
	dr_self = self;
	dr_arena = arena;
}
