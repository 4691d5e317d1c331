// stat looks at a name while another thread makes the file, which the run before may have left or not.
// drista: error assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "name-appears.data"

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
	pthread_join(a, 0);
	unlink(NAME);
	assert(!there);
	return 0;
}
