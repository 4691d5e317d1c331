// A counter under lockf, which is a lock of the process: it keeps no thread out.
// hostile: long
// drista: error data-race at WRONG
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int counter, fd;
static void *count(void *arg)
{
	lockf(fd, F_LOCK, 0);
	counter++; // WRONG
	lockf(fd, F_ULOCK, 0);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	fd = open("lock", O_RDWR | O_CREAT | O_TRUNC, 0600);
	pthread_create(&a, 0, count, 0);
	pthread_create(&b, 0, count, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
