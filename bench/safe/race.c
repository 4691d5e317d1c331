/* A lock that looks and takes in two steps: by themselves both threads are inside soon, where they race. */
#include "common.h"

static atomic_int taken;
static int inside;

static void *work(void *me)
{
	for (;;) {
		if (atomic_load(&taken) == 0) {
			atomic_store(&taken, 1);
			if (inside++)
				abort();
			inside--;
			atomic_store(&taken, 0);
			COUNT((intptr_t)me);
		}
	}
	return NULL;
}

int main(void)
{
	start_thread(work, 0);
	start_thread(work, 1);
	return finish();
}
