// Two threads append to a log by lseek and write: both may write at the same place, and one line is lost.
// drista: error assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOG "append-by-seek.log"

static void *add(void *x)
{
	int f = open(LOG, O_WRONLY);
	lseek(f, 0, SEEK_END);
	assert(write(f, "ab", 2) == 2);
	close(f);
	return x;
}

int main(void)
{
	pthread_t a, b;
	struct stat s;
	close(open(LOG, O_CREAT | O_TRUNC | O_WRONLY, 0600));
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	stat(LOG, &s);
	unlink(LOG);
	assert(s.st_size == 4);
	return 0;
}
