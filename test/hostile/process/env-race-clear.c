// clearenv while another thread walks through environ.
// hostile: long
// drista: error data-race
// drista: says environ
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdlib.h>

extern char **environ;
static int count;

static void *walk(void *unused)
{
	for (char **e = environ; e && *e; e++)
		count++;
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, walk, NULL);
	clearenv();
	pthread_join(t, NULL);
}
