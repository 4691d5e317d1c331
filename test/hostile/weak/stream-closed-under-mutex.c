// Threads use a stream and close it, each under a mutex that also says whether it is open: right.
// drista: verified
// hostile: matrix
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *puts_line(void *unused)
{
	pthread_mutex_lock(&mutex);
	if (file)
		fprintf(file, "line %d\n", 1);
	pthread_mutex_unlock(&mutex);
	return unused;
}

static void *closes(void *unused)
{
	pthread_mutex_lock(&mutex);
	fclose(file);
	file = NULL;
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t one, two;
	file = fopen("mutex.txt", "w");
	pthread_create(&one, NULL, puts_line, NULL);
	pthread_create(&two, NULL, closes, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	puts("done");
}
