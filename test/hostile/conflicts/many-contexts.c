// A thread's accesses to one byte, each after one more creation, do not hide a later one that races.
// drista: error data-race at WRONG
// hostile: once
#include <pthread.h>
#include <stdatomic.h>

static int x, seen;
static atomic_int flag;

static void *nothing(void *argument)
{
	return argument;
}

static void *reader(void *argument)
{
	seen = x;
	return argument;
}

static void *setter(void *argument)
{
	atomic_store(&flag, 1);
	return argument;
}

int main(void)
{
	pthread_t t, set, read;
	pthread_create(&set, NULL, setter, NULL);
	for (int i = 0; i < 18; i++) {
		x = i;
		pthread_create(&t, NULL, nothing, NULL);
		pthread_detach(t);
	}
	pthread_create(&read, NULL, reader, NULL);
	if (atomic_load(&flag))
		x = 99; // WRONG
	pthread_join(read, NULL);
	x = 100;
	pthread_join(set, NULL);
	return 0;
}
