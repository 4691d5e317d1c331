// A thread that --tune unroll stops holds a mutex and never sets a flag. Others wait for both: that is no error.
// drista: inconclusive
// drista: options --tune unroll=2
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, done;

static void *counts(void *unused)
{
	pthread_mutex_lock(&mutex);
	while (atomic_fetch_add(&x, 1) < 10)
		;
	pthread_mutex_unlock(&mutex);
	atomic_store(&done, 1);
	return unused;
}

static void *locks(void *unused)
{
	pthread_mutex_lock(&mutex);
	pthread_mutex_unlock(&mutex);
	return unused;
}

static void *waits(void *unused)
{
	while (!atomic_load(&done))
		;
	return unused;
}

int main(void)
{
	pthread_t t[3];
	pthread_create(&t[0], NULL, counts, NULL);
	pthread_create(&t[1], NULL, locks, NULL);
	pthread_create(&t[2], NULL, waits, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
