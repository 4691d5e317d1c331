// 80 MiB are below the limit, with what drista keeps of them; an allocation that cannot be given is NULL, as ever.
// drista: verified
// drista: options --memory-limit 700M
// hostile: long
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *run(void *p) { return memset(p, 1, 40 << 20); }

int main(void)
{
	pthread_t t;
	char *a = malloc(40 << 20), *b = malloc(40 << 20);
	assert(a && b && !malloc(1ul << 40));
	pthread_create(&t, NULL, run, a);
	run(b);
	pthread_join(t, NULL);
	free(a);
	free(b);
}
