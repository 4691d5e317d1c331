// drista: refused
// drista: says setuid after threads were created (called by thread 1 of
//
// What another thread's getuid returns would depend on an order that is not explored.
#include <pthread.h>
#include <unistd.h>

static void *f(void *given)
{
	setuid(getuid());
	return given;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, f, NULL);
	int root = getuid() == 0;
	pthread_join(t, NULL);
	return root > 1;
}
