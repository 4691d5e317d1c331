// A function that the compiler does not instrument writes what threads share, so that its accesses are no events:
// drista says that it does not see this function.
// drista: verified
// drista: says no errors found
// drista: says clear in weak-written-unseen-c was seen only at its pthread calls
// drista: never says please report
// hostile: once
#include <pthread.h>

static long shared, other;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((no_sanitize("thread"), noinline)) static void clear(volatile long *data)
{
	*data = 0;
}

static void *adds(void *unused)
{
	pthread_mutex_lock(&mutex);
	shared++;
	other++;
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, adds, NULL);
	pthread_mutex_lock(&mutex);
	shared = 5;
	other = 1;
	clear(&shared);
	long found = 0;
	found += shared;
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
	return found != 0;
}
