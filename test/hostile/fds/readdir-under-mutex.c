// Two threads read one directory stream in turn, under a mutex.
// drista: verified
// hostile: matrix
#include <dirent.h>
#include <pthread.h>
#include <stddef.h>

static DIR *folder;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *reads(void *unused)
{
	pthread_mutex_lock(&mutex);
	readdir(folder);
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t thread;
	folder = opendir(".");
	pthread_create(&thread, NULL, reads, NULL);
	reads(NULL);
	pthread_join(thread, NULL);
	closedir(folder);
}
