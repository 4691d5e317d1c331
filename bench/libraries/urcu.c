// Userspace RCU: a reader looks at what a writer replaces and frees after a grace period.
// -DBUG: the writer does not wait for the readers.
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <urcu.h>

static int *shared;

static void *reader(void *unused)
{
	rcu_register_thread();
	rcu_read_lock();
	int *p = rcu_dereference(shared);
	assert(*p == 1 || *p == 2);
	rcu_read_unlock();
	rcu_unregister_thread();
	return unused;
}

int main(void)
{
	pthread_t other;
	int *fresh = malloc(sizeof *fresh), *old = malloc(sizeof *old);
	*old = 1;
	shared = old;
	pthread_create(&other, 0, reader, 0);
	*fresh = 2;
	rcu_assign_pointer(shared, fresh);
#ifndef BUG
	synchronize_rcu();
#endif
	free(old);
	pthread_join(other, 0);
	free(fresh);
	return 0;
}
