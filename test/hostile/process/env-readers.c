// Threads that only look things up do not race; nor do changes under a mutex, whose order decides what is found.
// drista: error assertion at WRONG
// drista: environment HOSTILE_A=0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char found;

static void *change(void *unused)
{
	pthread_mutex_lock(&mutex);
	setenv("HOSTILE_A", "1", 1);
	pthread_mutex_unlock(&mutex);
	return unused;
}

static void *look(void *unused)
{
	pthread_mutex_lock(&mutex);
	found = getenv("HOSTILE_A")[0];
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	getenv("HOSTILE_A");
	pthread_create(&a, NULL, look, NULL);
	pthread_create(&b, NULL, change, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(found == '0'); // WRONG
}
