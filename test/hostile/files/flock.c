// A counter under flock, each thread with its own descriptor.
// drista: verified
// hostile: matrix
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>
static int counter;
static void *count(void *arg)
{
	int fd = open("lock", O_RDWR);
	flock(fd, LOCK_EX);
	counter++;
	flock(fd, LOCK_UN);
	close(fd);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	close(open("lock", O_RDWR | O_CREAT | O_TRUNC, 0600));
	pthread_create(&a, 0, count, 0);
	pthread_create(&b, 0, count, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 2);
	return 0;
}
