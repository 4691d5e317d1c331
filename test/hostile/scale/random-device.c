// Random bytes from /dev/urandom are the same in every run, so the program can be repeated.
// drista: verified
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned seed, uses;
static void *use(void *unused)
{
	pthread_mutex_lock(&mutex);
	uses += seed % 2 + 1;
	pthread_mutex_unlock(&mutex);
	return unused;
}
int main(void)
{
	pthread_t thread;
	int file = open("/dev/urandom", O_RDONLY);
	assert(read(file, &seed, sizeof seed) == sizeof seed);
	close(file);
	pthread_create(&thread, NULL, use, NULL);
	use(NULL);
	pthread_join(thread, NULL);
	assert(uses >= 2);
	return 0;
}
