// Whether a thread creates another one differs between executions. The handler sees what it wrote exactly where it was
// created.
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int go;
static int created, x;
static void handler(void)
{
	assert(x == created);
}
static void *last(void *unused)
{
	x = 1;
	return unused;
}
static void *creator(void *unused)
{
	pthread_t t;
	if (atomic_load(&go)) {
		created = 1;
		pthread_create(&t, NULL, last, NULL);
	}
	return unused;
}
static void *allows(void *unused)
{
	atomic_store(&go, 1);
	return unused;
}
int main(void)
{
	pthread_t t;
	atexit(handler);
	pthread_create(&t, NULL, creator, NULL);
	pthread_create(&t, NULL, allows, NULL);
	pthread_exit(NULL);
}
