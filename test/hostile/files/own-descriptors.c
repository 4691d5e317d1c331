// Three threads read one file, each with its own descriptor: in one way only.
// hostile: long
// drista: verified
// drista: says (1 execution,
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
static void *reader(void *arg)
{
	char c[3];
	struct stat s;
	int fd = open("data", O_RDONLY);
	assert(read(fd, c, 1) == 1 && read(fd, c + 1, 1) == 1 && lseek(fd, 0, SEEK_CUR) == 2);
	assert(c[0] == 'a' && c[1] == 'b' && pread(fd, c, 2, 0) == 2 && fstat(fd, &s) == 0 && s.st_size == 2);
	assert(stat("data", &s) == 0 && access("data", R_OK) == 0);
	close(fd);
	return arg;
}
int main(void)
{
	pthread_t t[3];
	int fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	write(fd, "ab", 2);
	close(fd);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], 0, reader, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	unlink("data");
	return 0;
}
