// A loop that counts while it waits has infinitely many executions: the hint names its line.
// drista: inconclusive
// drista: time-limit 5
// drista: says reports/endless-loop.c:24
// drista: says infinitely many executions
// hostile: once
// hostile: long
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go;
static int n;

static void *body(void *arg)
{
	go = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, body, NULL);
	while (!go)
		n++;
	pthread_join(t, NULL);
	return 0;
}
