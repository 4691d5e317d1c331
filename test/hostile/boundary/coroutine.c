// A coroutine runs on a stack of its own (swapcontext), which lies below main's: that is no stack overflow.
// drista: verified
#include <assert.h>
#include <stdlib.h>
#include <ucontext.h>

static ucontext_t caller, coroutine;
static int n;

static void step(void)
{
	n++;
}

static void run(void)
{
	step();
	swapcontext(&coroutine, &caller);
	step();
}

int main(void)
{
	void *stack = malloc(65536);
	getcontext(&coroutine);
	coroutine.uc_stack.ss_sp = stack;
	coroutine.uc_stack.ss_size = 65536;
	coroutine.uc_link = &caller;
	makecontext(&coroutine, run, 0);
	swapcontext(&caller, &coroutine);
	assert(n == 1);
	swapcontext(&caller, &coroutine);
	assert(n == 2);
	free(stack);
	return 0;
}
