// setenv that is not to overwrite may have to add the variable: it races even where it changes nothing.
// hostile: long
// drista: error data-race
// drista: environment HOSTILE_A=1
#include <pthread.h>
#include <stdlib.h>

static void *change(void *unused)
{
	setenv("HOSTILE_A", "2", 0);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, change, NULL);
	getenv("HOSTILE_B");
	pthread_join(t, NULL);
}
