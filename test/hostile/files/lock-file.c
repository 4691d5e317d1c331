// A file that only one of two threads can make (O_EXCL) is a lock; the counter under it is right, and nobody waits for
// ever.
// hostile: long
// drista: verified
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static int got;
static void *try(void *arg)
{
	int fd = open("lock", O_WRONLY | O_CREAT | O_EXCL, 0600);
	if (fd < 0)
		return 0;
	got++;
	close(fd);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	unlink("lock");
	pthread_create(&a, 0, try, 0);
	pthread_create(&b, 0, try, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(got == 1);
	unlink("lock");
	return 0;
}
