// The writer's loop accesses nothing that the reader is still to access: it must not be explored alone, as it releases
// what races with the reader. The reader that sees 1 races; the one that sees 2 does not.
// drista: error data-race at WRONG
// drista: options --tune chance=0
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static atomic_int y, z;
static int x;

static void *writer(void *unused)
{
	atomic_store(&y, 1);
	x = 1;
	for (;;) {
		pthread_mutex_lock(&own);
		atomic_store(&y, 2);
		pthread_mutex_unlock(&own);
		pthread_mutex_lock(&own);
		atomic_store(&y, 1);
		pthread_mutex_unlock(&own);
	}
	return unused;
}

static void *reader(void *unused)
{
	if (!atomic_load(&y))
		return unused;
	atomic_load(&z);
	return x ? unused : NULL; // WRONG
}

int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, reader, NULL);
	pthread_join(t[1], NULL);
	pthread_join(t[0], NULL);
}
