// A thread registers the handler after main has called pthread_exit, and was joined by another one.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_t t[2];
static void handler(void)
{
	assert(0); // WRONG
}
static void *registers(void *unused)
{
	atexit(handler);
	return unused;
}
static void *joins(void *unused)
{
	pthread_join(t[0], NULL);
	return unused;
}
int main(void)
{
	pthread_create(&t[0], NULL, registers, NULL);
	pthread_create(&t[1], NULL, joins, NULL);
	pthread_exit(NULL);
}
