// The same byte, written at a place that another thread's flag decides: a reader tells the places apart.
// hostile: long
// drista: verified
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
static atomic_int second;
static void *tell(void *arg)
{
	second = 1;
	return arg;
}
static void *put(void *arg)
{
	int fd = open("data", O_WRONLY);
	if (second)
		lseek(fd, 1, SEEK_SET);
	write(fd, "x", 1);
	close(fd);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	char all[4] = "";
	int fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	write(fd, "--", 2);
	pthread_create(&a, 0, tell, 0);
	pthread_create(&b, 0, put, 0);
	pread(fd, all, 2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(!strcmp(all, "--") || !strcmp(all, "x-") || !strcmp(all, "-x"));
	close(fd);
	return 0;
}
