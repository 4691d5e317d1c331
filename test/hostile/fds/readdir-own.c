// Threads that read directory streams of their own do not disturb each other.
// drista: verified
#include <assert.h>
#include <dirent.h>
#include <pthread.h>
#include <stddef.h>

static void *reads(void *unused)
{
	DIR *folder = opendir(".");
	assert(folder != NULL && readdir(folder) != NULL);
	rewinddir(folder);
	assert(telldir(folder) >= 0 && dirfd(folder) >= 0);
	assert(closedir(folder) == 0);
	return unused;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, reads, NULL);
	reads(NULL);
	pthread_join(thread, NULL);
}
