/*
 * Programs that use synchronisation objects wrongly, many in one file: the argument says which one runs
 * (misuse.test.ts). The comment above each has all headlines that drista has for it, in any order, each with the
 * function if it is not the program's own, or `verified`, and then drista's notes. The places that the headlines name
 * are at lines marked WRONG.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WRONG
#define CASE(name) static void name(void)
#define THREAD(name) static void *name(void *unused __attribute__((unused)))

static pthread_t start(void *(*routine)(void *))
{
	pthread_t t;
	pthread_create(&t, NULL, routine, NULL);
	return t;
}

/* Runs it as thread 1, to its end. */
static inline void run(void *(*routine)(void *))
{
	pthread_join(start(routine), NULL);
}

#define IF(name) if (strcmp(argv[1], #name) == 0) name()
