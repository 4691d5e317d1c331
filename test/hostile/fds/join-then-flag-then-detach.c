// A thread that is joined is detached later by another one, which has seen a flag.
// drista: error misuse
// hostile: long
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_t thread;
static atomic_int joined;

static void *nothing(void *unused)
{
	return unused;
}

static void *detaches(void *unused)
{
	if (joined)
		pthread_detach(thread);
	return unused;
}

int main(void)
{
	pthread_t other;
	pthread_create(&thread, NULL, nothing, NULL);
	pthread_create(&other, NULL, detaches, NULL);
	pthread_join(thread, NULL);
	joined = 1;
	pthread_join(other, NULL);
}
