/* Condition variables, semaphores, barriers, once. */
#include "misuse.h"

#include <limits.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static pthread_barrier_t b;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* misuse of m: main waits on a condition variable with a mutex that is not locked */
CASE(cond_wait_unlocked)
{
	pthread_cond_wait(&c, &m); WRONG
}

THREAD(wait_c)
{
	pthread_cond_wait(&c, &m); WRONG
	return NULL;
}

/* misuse of m: thread 1 waits on a condition variable with a mutex that main holds: in wait_c */
CASE(cond_wait_others_mutex)
{
	pthread_mutex_lock(&m);
	run(wait_c);
}

THREAD(lock_and_wait)
{
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m); WRONG
	pthread_mutex_unlock(&m);
	return NULL;
}

THREAD(lock_other_and_wait)
{
	pthread_mutex_lock(&other);
	pthread_cond_wait(&c, &other); WRONG
	pthread_mutex_unlock(&other);
	return NULL;
}

/*
 * misuse of c: thread 2 waits on a condition variable that thread 1 waits on with another mutex: in lock_other_and_wait
 * misuse of c: thread 1 waits on a condition variable that thread 2 waits on with another mutex: in lock_and_wait
 */
CASE(cond_two_mutexes)
{
	pthread_t t = start(lock_and_wait), u = start(lock_other_and_wait);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
}

/*
 * misuse of c: main destroys a condition variable that thread 1 waits on
 * misuse of c: thread 1 waits on a condition variable that was destroyed: in lock_and_wait
 */
CASE(cond_destroy_waited)
{
	start(lock_and_wait);
	pthread_cond_destroy(&c); WRONG
}

/* misuse of c: main initialises a condition variable that thread 1 waits on */
CASE(cond_init_waited)
{
	start(lock_and_wait);
	pthread_mutex_lock(&m);
	pthread_cond_init(&c, NULL); WRONG
}

/* misuse of c: main signals a condition variable that was destroyed */
CASE(cond_signal_destroyed)
{
	pthread_cond_destroy(&c);
	pthread_cond_signal(&c); WRONG
}

/* misuse of c: main broadcasts on a condition variable that was destroyed */
CASE(cond_broadcast_destroyed)
{
	pthread_cond_destroy(&c);
	pthread_cond_broadcast(&c); WRONG
}

/* misuse of c: main waits on a condition variable that was destroyed */
CASE(cond_wait_destroyed)
{
	pthread_cond_destroy(&c);
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m); WRONG
}

/* misuse of c: main destroys a condition variable that was destroyed */
CASE(cond_destroy_twice)
{
	pthread_cond_destroy(&c);
	pthread_cond_destroy(&c); WRONG
}

/* misuse of s: main waits for a semaphore that was destroyed */
CASE(sem_wait_destroyed)
{
	sem_init(&s, 0, 1);
	sem_destroy(&s);
	sem_wait(&s); WRONG
}

/* misuse of s: main posts a semaphore that was destroyed */
CASE(sem_post_destroyed)
{
	sem_init(&s, 0, 1);
	sem_destroy(&s);
	sem_post(&s); WRONG
}

/* misuse of s: main posts a semaphore beyond SEM_VALUE_MAX */
CASE(sem_post_too_often)
{
	sem_init(&s, 0, SEM_VALUE_MAX);
	sem_post(&s); WRONG
}

/* misuse of s: main initialises a semaphore with more than SEM_VALUE_MAX */
CASE(sem_init_too_many)
{
	sem_init(&s, 0, SEM_VALUE_MAX + 1u); WRONG
}

THREAD(wait_s)
{
	sem_wait(&s); WRONG
	return NULL;
}

/* misuse of s: thread 1 waits for a semaphore that was destroyed: in wait_s */
CASE(sem_destroy_waited)
{
	sem_init(&s, 0, 0);
	start(wait_s);
	sem_destroy(&s); WRONG
}

/* misuse of b: main initialises a barrier for no threads */
CASE(barrier_of_none)
{
	pthread_barrier_init(&b, NULL, 0); WRONG
}

/* misuse of b: main waits at a barrier that was never initialised */
CASE(barrier_never_made)
{
	pthread_barrier_wait(&b); WRONG
}

/* misuse of b: main waits at a barrier that was destroyed */
CASE(barrier_wait_destroyed)
{
	pthread_barrier_init(&b, NULL, 1);
	pthread_barrier_destroy(&b);
	pthread_barrier_wait(&b); WRONG
}

/* misuse of b: main destroys a barrier that was destroyed */
CASE(barrier_destroy_twice)
{
	pthread_barrier_init(&b, NULL, 1);
	pthread_barrier_destroy(&b);
	pthread_barrier_destroy(&b); WRONG
}

THREAD(wait_b)
{
	pthread_barrier_wait(&b); WRONG
	return NULL;
}

/*
 * misuse of b: main destroys a barrier at which thread 1 waits
 * misuse of b: thread 1 waits at a barrier that was destroyed: in wait_b
 */
CASE(barrier_destroy_waited)
{
	pthread_barrier_init(&b, NULL, 2);
	start(wait_b);
	pthread_barrier_destroy(&b); WRONG
}

/*
 * misuse of b: main initialises a barrier at which thread 1 waits
 * misuse: main initialises the barrier b, which is initialised already
 */
CASE(barrier_init_waited)
{
	pthread_barrier_init(&b, NULL, 2);
	start(wait_b);
	pthread_barrier_init(&b, NULL, 2); WRONG
}

static void again(void)
{
	pthread_once(&once, again); WRONG
}

/* misuse of once: main calls a once-routine from within itself: in again */
CASE(once_again)
{
	pthread_once(&once, again);
}

int main(int argc, char **argv)
{
	assert(argc == 2);
	ALL
	return 0;
}
