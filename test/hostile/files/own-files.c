// Each thread makes, writes, reads and removes a file of its own: in one way only.
// drista: verified
// drista: says (1 execution,
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void *work(void *arg)
{
	char c[4] = "";
	FILE *f = fopen(arg, "w+");
	fputs("abc", f);
	rewind(f);
	assert(fread(c, 1, 3, f) == 3 && strcmp(c, "abc") == 0);
	fclose(f);
	int fd = open(arg, O_RDWR);
	assert(pwrite(fd, "x", 1, 0) == 1 && pread(fd, c, 3, 0) == 3 && c[0] == 'x');
	close(fd);
	unlink(arg);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, work, "a");
	pthread_create(&b, 0, work, "b");
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
