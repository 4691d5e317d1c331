// A thread closes a directory stream that another one reads.
// drista: error data-race
#include <dirent.h>
#include <pthread.h>
#include <stddef.h>

static DIR *folder;

static void *reads(void *unused)
{
	readdir(folder);
	return unused;
}

int main(void)
{
	pthread_t thread;
	folder = opendir(".");
	pthread_create(&thread, NULL, reads, NULL);
	closedir(folder);
	pthread_join(thread, NULL);
}
