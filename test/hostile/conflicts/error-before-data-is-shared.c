// With --keep-going, an error is found before drista knows that a variable is shared. It is confirmed afterwards.
// drista: error assertion at WRONG
// drista: options --keep-going
// hostile: once
#include <drista.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned char s, x;

static void *reads(void *a)
{
	if (x == 2) {
		pthread_mutex_lock(&m);
		(void)*(volatile unsigned char *)&s;
		pthread_mutex_unlock(&m);
	}
	return a;
}

int main(void)
{
	pthread_t t;
	x = (unsigned char)drista_choose(3);
	pthread_create(&t, 0, reads, 0);
	drista_assert(x != 0); // WRONG
	pthread_mutex_lock(&m);
	s = x;
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
}
