// Main stores atomically into a structure and clears it with memset, before it creates a thread.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static struct {
	char name[3];
	atomic_char state;
	_Atomic short count;
	atomic_long sum;
} s;

static void *reader(void *argument)
{
	assert(atomic_load(&s.sum) == 0 && atomic_load(&s.count) == 0);
	assert(atomic_load(&s.state) == 'a'); // WRONG
	return argument;
}

int main(void)
{
	pthread_t t;
	atomic_store(&s.state, 'a');
	atomic_store(&s.count, 3);
	atomic_store(&s.sum, 9);
	memset(&s, 0, sizeof s);
	pthread_create(&t, NULL, reader, NULL);
	pthread_join(t, NULL);
	return 0;
}
