// A check of the compiler finds a signed overflow that only one order of two threads leads to.
// drista: error crash at WRONG
// drista: build -fsanitize=signed-integer-overflow
#include <limits.h>
#include <pthread.h>

static int n = INT_MAX - 4;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *lower(void *unused)
{
	pthread_mutex_lock(&mutex);
	n = -n;
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, lower, 0);
	pthread_mutex_lock(&mutex);
	n += 5; // WRONG
	pthread_mutex_unlock(&mutex);
	pthread_join(t, 0);
	return 0;
}
