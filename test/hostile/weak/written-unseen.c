// A function that the compiler does not instrument writes what threads share: drista says that it does not see who did.
// drista: refused
// drista: says written-unseen.c:34: main read 0 from shared, which was 5: it was changed unseen
// drista: never says please report
// drista: once
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
	found += shared; // WRONG
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
	return found != 0;
}
