// Read-modify-write operations are refused in one line.
// drista: refused
// drista: options --strategy vc-dpor --model sc
// hostile: once
// drista: says does not support atomic read-modify-write operations
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *add(void *unused)
{
	atomic_fetch_add(&count, 1);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
}
