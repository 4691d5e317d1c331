// As name-appears.c: to find the name, or not, is right, and nobody waits there.
// drista: verified
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "name-appears-right.data"

static void *make(void *x)
{
	close(open(NAME, O_CREAT | O_RDWR, 0600));
	return x;
}

int main(void)
{
	pthread_t a;
	struct stat s;
	unlink(NAME);
	pthread_create(&a, 0, make, 0);
	int there = stat(NAME, &s) == 0;
	assert(!there || s.st_size == 0);
	pthread_join(a, 0);
	assert(stat(NAME, &s) == 0);
	return 0;
}
