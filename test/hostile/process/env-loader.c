// The user's own LD_PRELOAD and LD_LIBRARY_PATH do what they always do, and the program sees them as they were set.
// drista: verified
// hostile: built-with plain
// drista: environment LD_LIBRARY_PATH=/hostile
// drista: environment LD_BIND_NOW=x
// drista: environment LD_PRELOAD=libm.so.6
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *as_set(void *arg)
{
	assert(!strcmp(getenv("LD_LIBRARY_PATH"), "/hostile"));
	assert(!strcmp(getenv("LD_PRELOAD"), "libm.so.6"));
	assert(!strcmp(getenv("LD_BIND_NOW"), "x"));
	return arg;
}

int main(void)
{
	pthread_t t;
	as_set(NULL);
	pthread_create(&t, NULL, as_set, NULL);
	pthread_join(t, NULL);
}
