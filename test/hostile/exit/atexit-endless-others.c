// A handler of atexit never ends, and another thread does its work meanwhile.
// hostile: long
// drista: inconclusive
// drista: options --run-limit 1
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int n;
static void handler(void)
{
	for (volatile int i = 0;; i++) { }
}
static void *worker(void *unused)
{
	n = 1;
	n = 2;
	return unused;
}
int main(void)
{
	pthread_t t;
	atexit(handler);
	pthread_create(&t, NULL, worker, NULL);
	return 0;
}
