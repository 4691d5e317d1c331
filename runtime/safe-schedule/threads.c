/* Threads under a schedule: each has the number that it has in a check, by its creator and the order of creation. */
#include "safe-schedule/enforce.h"

#include <errno.h>
#include <stdlib.h>
#include <threads.h>

struct start {
	void *(*routine)(void *); /* NULL: it is `c11` */
	thrd_start_t c11;
	void *argument;
	uint32_t number;
};

static _Thread_local uint32_t children;

static void *begin(void *data)
{
	struct start start = *(struct start *)data;
	free(data);
	dr_me = start.number;
	/* As libc: thrd_join takes the int from the pointer. */
	return start.routine ? start.routine(start.argument) : (void *)(intptr_t)start.c11(start.argument);
}

/* As pthread_create, with the next number of the creator's children. */
static int create(pthread_t *out, const pthread_attr_t *attr, struct start start, const void *site)
{
	DR_NEXT(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
	start.number = dr_words && dr_me != DR_NOBODY ? dr_child(dr_me, children) : DR_NOBODY;
	if (start.number == DR_NOBODY)
		dr_unknown("creating a thread", site);
	struct start *given = malloc(sizeof *given);
	if (!given)
		return EAGAIN;
	*given = start;
	int result = next(out, attr, begin, given);
	if (result) {
		free(given);
		dr_unknown("a thread that cannot be created", site);
	} else
		children++;
	return result;
}

/* POSIX.1-2017 pthread_create. */
DR_VISIBLE int pthread_create(pthread_t *out, const pthread_attr_t *attr, void *(*routine)(void *), void *argument)
{
	return create(out, attr, (struct start){.routine = routine, .argument = argument}, DR_CALLER);
}

/* C11 7.26.5.1 thrd_create. A thrd_t is a pthread_t. */
DR_VISIBLE int thrd_create(thrd_t *out, thrd_start_t routine, void *argument)
{
	int result = create(out, NULL, (struct start){.c11 = routine, .argument = argument}, DR_CALLER);
	return result ? thrd_error : thrd_success;
}
