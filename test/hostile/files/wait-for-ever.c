// A thread waits in a loop for a file that nobody makes.
// drista: error livelock
// hostile: long
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static void *waiter(void *arg)
{
	while (access("never", F_OK) != 0)
		;
	return arg;
}
static void *other(void *arg)
{
	close(open("something", O_WRONLY | O_CREAT, 0600));
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, waiter, 0);
	pthread_create(&b, 0, other, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
