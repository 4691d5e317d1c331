// A counter that is read plainly beside a locked increment races.
// drista: error data-race at WRONG
#include <pthread.h>

static int count;

static void *body(void *unused)
{
	__asm__ volatile("lock; incl %0" : "+m"(count));
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, body, 0);
	int seen = count; // WRONG
	(void)seen;
	pthread_join(a, 0);
	return 0;
}
