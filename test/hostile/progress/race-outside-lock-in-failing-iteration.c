// A loop polls under a mutex, and reads plain data outside it in the iterations that fail: that races with a write
// after the other thread's critical section.
// drista: error data-race
// drista: options --tune chance=0
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, data;

static void *writer(void *unused)
{
	pthread_mutex_lock(&m);
	done = 1;
	pthread_mutex_unlock(&m);
	data = 1;
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	volatile int *p = &data;
	for (;;) {
		pthread_mutex_lock(&m);
		int stop = done;
		pthread_mutex_unlock(&m);
		if (stop)
			break;
		(void)*p;
	}
	pthread_join(t, NULL);
	return 0;
}
