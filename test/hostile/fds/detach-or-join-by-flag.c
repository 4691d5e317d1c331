// A thread that sees a flag detaches the one that main joins before it sets another flag: only sometimes both happen.
// drista: error misuse
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_t thread;
static atomic_int flag, other_flag;

static void *waits(void *unused)
{
	while (!atomic_load(&flag))
		;
	return unused;
}

static void *detaches(void *unused)
{
	atomic_store(&flag, 1);
	if (atomic_load(&other_flag) == 0)
		pthread_detach(thread);
	return unused;
}

int main(void)
{
	pthread_t other;
	pthread_create(&thread, NULL, waits, NULL);
	pthread_create(&other, NULL, detaches, NULL);
	atomic_store(&other_flag, 1);
	pthread_join(thread, NULL);
	pthread_join(other, NULL);
}
