// A descriptor that is closed and forgotten under a mutex is never used after its close.
// drista: verified
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *unused)
{
	pthread_mutex_lock(&mutex);
	if (file >= 0)
		assert(write(file, "x", 1) == 1);
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = open("under.txt", O_CREAT | O_WRONLY, 0600);
	pthread_create(&thread, NULL, writes, NULL);
	pthread_mutex_lock(&mutex);
	assert(close(file) == 0);
	file = -1;
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
}
