// A folder is made by one thread while another one looks for it; the run before leaves it or not.
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "folder-appears.folder"

static void *make(void *x)
{
	mkdir(NAME, 0700);
	return x;
}

int main(void)
{
	pthread_t a;
	rmdir(NAME);
	pthread_create(&a, 0, make, 0);
	assert(access(NAME, F_OK) != 0);
	pthread_join(a, 0);
	rmdir(NAME);
	return 0;
}
