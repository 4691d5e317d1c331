// Two threads create keys. Which number a key has does not depend on what the other thread creates.
// drista: verified
// hostile: once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint made[2];

static void *creates(void *which)
{
	pthread_key_t key;
	assert(pthread_key_create(&key, 0) == 0);
	assert(pthread_setspecific(key, which) == 0);
	made[which != 0] = key;
	assert(pthread_getspecific(key) == which);
	return which;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, creates, 0);
	pthread_create(&u, 0, creates, &u);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(made[0] != made[1]);
}
