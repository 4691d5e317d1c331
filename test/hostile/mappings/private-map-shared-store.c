// A file is mapped twice: a store to the shared mapping shows in the private one.
// hostile: long
// drista: verified
// drista: says (2 executions
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int seen;
static int *shared;
static const int *private;
static void *writer(void *arg)
{
	pthread_mutex_lock(&m);
	shared[3] = 1;
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void)
{
	pthread_t t;
	int fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	ftruncate(fd, 4096);
	shared = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	private = mmap(0, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	pthread_create(&t, 0, writer, 0);
	pthread_mutex_lock(&m);
	seen = private[3];
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
