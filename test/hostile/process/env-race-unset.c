// unsetenv of what is not there, beside a putenv of something else.
// hostile: long
// drista: error data-race
// drista: says environ
#include <pthread.h>
#include <stdlib.h>

static char text[] = "HOSTILE_A=1";

static void *change(void *unused)
{
	putenv(text);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, change, NULL);
	unsetenv("HOSTILE_B");
	pthread_join(t, NULL);
}
