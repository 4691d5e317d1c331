// A thread tells another one that it has written a line, which is still in its stream's buffer.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int told;
static void *tell(void *arg)
{
	FILE *file = fopen("data", "w");
	pthread_mutex_lock(&m);
	fprintf(file, "%d", 1);
	told = 1;
	pthread_mutex_unlock(&m);
	fclose(file);
	return arg;
}
int main(void)
{
	pthread_t t;
	fclose(fopen("data", "w"));
	pthread_create(&t, 0, tell, 0);
	pthread_mutex_lock(&m);
	if (told) {
		FILE *file = fopen("data", "r");
		int c = fgetc(file);
		fclose(file);
		assert(c == '1'); // WRONG
	}
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
