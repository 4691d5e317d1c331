// A stream reads ahead: the second line may be the one from before another thread has changed the file.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int changed;
static void *change(void *arg)
{
	int fd = open("data", O_WRONLY);
	pthread_mutex_lock(&m);
	pwrite(fd, "c", 1, 2);
	changed = 1;
	pthread_mutex_unlock(&m);
	close(fd);
	return arg;
}
int main(void)
{
	pthread_t t;
	char line[8];
	FILE *file = fopen("data", "w+");
	fputs("a\nb\n", file);
	rewind(file);
	pthread_create(&t, 0, change, 0);
	fgets(line, sizeof line, file);
	pthread_mutex_lock(&m);
	fgets(line, sizeof line, file);
	assert(!changed || line[0] == 'c'); // WRONG
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	fclose(file);
	return 0;
}
