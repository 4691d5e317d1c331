// A thread makes a file while main counts what is in the folder.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
static void *make(void *arg)
{
	close(open("folder/file", O_WRONLY | O_CREAT, 0600));
	return arg;
}
int main(void)
{
	pthread_t t;
	int n = 0;
	mkdir("folder", 0700);
	unlink("folder/file");
	pthread_create(&t, 0, make, 0);
	DIR *d = opendir("folder");
	while (readdir(d))
		n++;
	closedir(d);
	pthread_join(t, 0);
	assert(n == 2); // WRONG
	return 0;
}
