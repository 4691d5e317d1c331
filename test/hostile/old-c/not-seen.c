// A program that was not built with `drista cc` has accesses that are not seen. How races count makes no difference.
// hostile: built-with plain
// drista: options --races ignore --volatile sc
// drista: verified
// drista: says only its pthread calls are seen
#include <pthread.h>

static int x, y;
static volatile int done;

static void *f(void *unused)
{
	(void)unused;
	x = 1;
	y = x + 1;
	done = 1;
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, f, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return y + done == 3 ? 0 : 1;
}
