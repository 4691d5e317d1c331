// A parser looks for a key and a number in six bytes of input. The second thread counts on what the first has found.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <assert.h>
#include <drista.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char text[6], shared[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int found;

static void *parse(void *unused)
{
	pthread_mutex_lock(&lock);
	if (found == 0) {
		char *is = strchr(shared, '=');
		if (is && is - shared == 2 && strncmp(shared, "k", 1) == 0 && atoi(is + 1) == 42)
			found = 7;
	} else
		found++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	drista_symbolic(text, sizeof text, "text");
	text[5] = 0;
	strcpy(shared, text);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, parse, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(found != 8); // WRONG
	return 0;
}
