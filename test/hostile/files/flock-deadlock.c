// Two locks of files in two orders: a deadlock.
// drista: error livelock
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>
static int counter;
static void lock(const char *name)
{
	flock(open(name, O_RDWR), LOCK_EX);
}
static void *count(void *arg)
{
	lock(arg ? "a" : "b");
	lock(arg ? "b" : "a");
	counter++;
	return arg;
}
int main(void)
{
	pthread_t a, b;
	close(open("a", O_RDWR | O_CREAT, 0600));
	close(open("b", O_RDWR | O_CREAT, 0600));
	pthread_create(&a, 0, count, 0);
	pthread_create(&b, 0, count, &a);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 2);
	return 0;
}
