// A mutex orders the use and the close of a directory stream, but not which comes first.
// drista: error memory at WRONG
#include <dirent.h>
#include <pthread.h>
#include <stddef.h>

static DIR *folder;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *reads(void *unused)
{
	pthread_mutex_lock(&mutex);
	readdir(folder); // WRONG
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t thread;
	folder = opendir(".");
	pthread_create(&thread, NULL, reads, NULL);
	pthread_mutex_lock(&mutex);
	closedir(folder);
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
}
