// A thread appends; main sees the file's size before or after that.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
static void *writer(void *arg)
{
	int fd = open("data", O_WRONLY | O_APPEND);
	write(fd, "x", 1);
	close(fd);
	return arg;
}
int main(void)
{
	pthread_t t;
	struct stat s;
	close(open("data", O_WRONLY | O_CREAT | O_TRUNC, 0600));
	pthread_create(&t, 0, writer, 0);
	stat("data", &s);
	assert(s.st_size == 0); // WRONG
	pthread_join(t, 0);
	return 0;
}
