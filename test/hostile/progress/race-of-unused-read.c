// Each iteration of a loop that waits reads another element, and nothing uses it: one of these reads races.
// drista: error data-race
// drista: build -O0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data[4];

static void *writer(void *unused)
{
	data[2] = 1;
	atomic_store(&flag, 1);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	unsigned i = 0;
	while (!atomic_load(&flag)) {
		int element = data[i++ % 4];
		(void)element;
	}
	pthread_join(t, NULL);
	return 0;
}
