// umask belongs to the process: a thread that sets it changes what another one's files may be used for.
// drista: error assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "mask.data"

static void *set(void *x)
{
	umask(077);
	return x;
}

int main(void)
{
	pthread_t a;
	struct stat s;
	umask(0);
	unlink(NAME);
	pthread_create(&a, 0, set, 0);
	int f = open(NAME, O_CREAT | O_RDWR, 0666);
	fstat(f, &s);
	unlink(NAME);
	assert((s.st_mode & 0777) == 0666);
	pthread_join(a, 0);
	return 0;
}
