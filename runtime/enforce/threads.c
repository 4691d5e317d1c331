/* Threads under a schedule: each has the number that it has in a check, by its creator and the order of creation. */
#include "enforce/enforce.h"

#include <errno.h>
#include <stdlib.h>

struct start {
	void *(*routine)(void *);
	void *argument;
	uint32_t number;
};

static _Thread_local uint32_t children;

static void *begin(void *data)
{
	struct start start = *(struct start *)data;
	free(data);
	dr_me = start.number;
	return start.routine(start.argument);
}

/* POSIX.1-2017 pthread_create. */
DR_VISIBLE int pthread_create(pthread_t *out, const pthread_attr_t *attr, void *(*routine)(void *), void *argument)
{
	DR_NEXT(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
	uint32_t number = dr_words && dr_me != DR_NOBODY ? dr_child(dr_me, children) : DR_NOBODY;
	if (number == DR_NOBODY)
		dr_unknown("creating a thread", DR_CALLER);
	struct start *start = malloc(sizeof *start);
	if (!start)
		return EAGAIN;
	*start = (struct start){routine, argument, number};
	int result = next(out, attr, begin, start);
	if (result) {
		free(start);
		dr_unknown("a thread that cannot be created", DR_CALLER);
	} else
		children++;
	return result;
}
