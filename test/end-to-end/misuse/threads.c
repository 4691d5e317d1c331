/* Threads and keys. */
#include "misuse.h"

THREAD(nothing) { return NULL; }

/* misuse: main joins thread 1, which was joined before */
CASE(join_twice)
{
	pthread_t t = start(nothing);
	pthread_join(t, NULL);
	pthread_join(t, NULL); WRONG
}

/* misuse: main joins thread 1, which is detached */
CASE(join_detached)
{
	pthread_t t = start(nothing);
	pthread_detach(t);
	pthread_join(t, NULL); WRONG
}

/* misuse: main detaches thread 1, which is detached */
CASE(detach_twice)
{
	pthread_t t = start(nothing);
	pthread_detach(t);
	pthread_detach(t); WRONG
}

/* misuse: main detaches thread 1, which was joined before */
CASE(detach_joined)
{
	pthread_t t = start(nothing);
	pthread_join(t, NULL);
	pthread_detach(t); WRONG
}

/* misuse: main joins something that is no thread */
CASE(join_garbage)
{
	pthread_t t = 12345;
	pthread_join(t, NULL); WRONG
}

/* misuse: main joins something that is no thread */
CASE(join_zero)
{
	pthread_t t = 0;
	pthread_join(t, NULL); WRONG
}

/* deadlock: main waits for its own end */
CASE(join_self)
{
	pthread_join(pthread_self(), NULL); WRONG
}

static pthread_t joined;
THREAD(join_it)
{
	pthread_join(joined, NULL); WRONG
	return NULL;
}

/* misuse: thread 3 joins thread 1, which was joined before: in join_it */
CASE(join_by_two)
{
	joined = start(nothing);
	pthread_t t = start(join_it), u = start(join_it);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
}

/* misuse: main joins thread 1, which is detached */
CASE(try_join_detached)
{
	pthread_t t = start(nothing);
	pthread_detach(t);
	pthread_tryjoin_np(t, NULL); WRONG
}

/* misuse: main joins thread 1, which was joined before */
CASE(try_join_joined)
{
	pthread_t t = start(nothing);
	pthread_join(t, NULL);
	pthread_tryjoin_np(t, NULL); WRONG
}

/* misuse: main joins something that is no thread */
CASE(timed_join_garbage)
{
	struct timespec until = {0};
	pthread_t t = 12345;
	pthread_timedjoin_np(t, NULL, &until); WRONG
}

/* misuse: main joins thread 1, which was joined before */
CASE(join_after_try)
{
	pthread_t t = start(nothing);
	pthread_tryjoin_np(t, NULL);
	pthread_join(t, NULL); WRONG
}

/* misuse: main cancels something that is no thread */
CASE(cancel_garbage)
{
	pthread_t t = 12345;
	pthread_cancel(t); WRONG
}

/* verified */
CASE(cancel_ended)
{
	pthread_t t = start(nothing);
	pthread_cancel(t);
	pthread_join(t, NULL);
}

/* misuse: main cancels thread 1, which was joined before */
CASE(cancel_joined)
{
	pthread_t t = start(nothing);
	pthread_join(t, NULL);
	pthread_cancel(t); WRONG
}

/* misuse: main cancels thread 1, which is detached and may have ended */
CASE(cancel_detached)
{
	pthread_t t = start(nothing);
	pthread_detach(t);
	pthread_cancel(t); WRONG
}

static pthread_t cancelled;
THREAD(cancel_it)
{
	pthread_cancel(cancelled); WRONG
	return NULL;
}

/* misuse: thread 2 cancels thread 1, which another thread may have joined before: in cancel_it */
CASE(cancel_and_join)
{
	cancelled = start(nothing);
	pthread_t t = start(cancel_it);
	pthread_join(cancelled, NULL);
	pthread_join(t, NULL);
}

static sem_t never;
THREAD(wait_for_ever)
{
	sem_wait(&never);
	return NULL;
}

/* verified */
CASE(cancel_then_join_by_another)
{
	cancelled = start(wait_for_ever);
	pthread_t t = start(cancel_it);
	pthread_join(cancelled, NULL); /* it ends only because it was cancelled */
	pthread_join(t, NULL);
}

/* verified */
CASE(cancel_detached_itself)
{
	pthread_detach(pthread_self());
	pthread_cancel(pthread_self());
	pthread_testcancel();
}

/* misuse: main calls pthread_getspecific with a key that was deleted or never created */
CASE(key_get_deleted)
{
	pthread_key_t k;
	pthread_key_create(&k, NULL);
	pthread_key_delete(k);
	pthread_getspecific(k); WRONG
}

/* misuse: main calls pthread_setspecific with a key that was deleted or never created */
CASE(key_set_deleted)
{
	pthread_key_t k;
	pthread_key_create(&k, NULL);
	pthread_key_delete(k);
	pthread_setspecific(k, &k); WRONG
}

/* misuse: main calls pthread_key_delete with a key that was deleted or never created */
CASE(key_delete_twice)
{
	pthread_key_t k;
	pthread_key_create(&k, NULL);
	pthread_key_delete(k);
	pthread_key_delete(k); WRONG
}

int main(int argc, char **argv)
{
	assert(argc == 2);
	ALL
	return 0;
}
