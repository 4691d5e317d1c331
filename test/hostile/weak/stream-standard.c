// Two threads print, and one of them flushes: standard streams are no blocks of the heap.
// drista: verified
#include <pthread.h>
#include <stdio.h>

static void *prints(void *unused)
{
	puts("one");
	fprintf(stderr, "%s\n", "two");
	fflush(stdout);
	return unused;
}

int main(void)
{
	pthread_t one, two;
	pthread_create(&one, NULL, prints, NULL);
	pthread_create(&two, NULL, prints, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
}
