// Whoever comes first joins the thread or detaches it, and nobody does both.
// drista: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_t thread;
static atomic_int taken;

static void *nothing(void *unused)
{
	return unused;
}

static void *detaches(void *unused)
{
	if (!atomic_exchange(&taken, 1))
		pthread_detach(thread);
	return unused;
}

int main(void)
{
	pthread_t other;
	pthread_create(&thread, NULL, nothing, NULL);
	pthread_create(&other, NULL, detaches, NULL);
	if (!atomic_exchange(&taken, 1))
		pthread_join(thread, NULL);
	pthread_join(other, NULL);
}
