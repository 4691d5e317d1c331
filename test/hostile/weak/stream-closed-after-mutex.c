// A mutex orders the use and the close of a stream, but not which comes first: the stream may be used after its close.
// drista: error memory at WRONG
// hostile: matrix
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *puts_line(void *unused)
{
	pthread_mutex_lock(&mutex);
	fputc('x', file); // WRONG
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = fopen("after.txt", "w");
	pthread_create(&thread, NULL, puts_line, NULL);
	pthread_mutex_lock(&mutex);
	fclose(file);
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
}
