// Main calls pthread_exit, the last thread ends: the exit code is 0. What main hands to pthread_exit is none.
// drista: verified
// drista: options --check exit-code
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static void *nothing(void *unused)
{
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, nothing, NULL);
	pthread_exit((void *)3);
}
