// The loop changes the locale of the thread in each round: it is not one that only waits.
// drista: error assertion
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *body(void *unused)
{
	flag = 1;
	return unused;
}

int main(void)
{
	pthread_t t;
	locale_t own = newlocale(LC_ALL_MASK, "C.UTF-8", 0);
	pthread_create(&t, 0, body, 0);
	while (!flag)
		uselocale(uselocale(0) == own ? LC_GLOBAL_LOCALE : own);
	assert(uselocale(0) != own);
	pthread_join(t, 0);
	return 0;
}
