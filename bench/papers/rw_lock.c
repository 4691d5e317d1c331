/* One writer and one reader under a lock of two counters, taken under a mutex (SV-COMP's 18_read_write_lock, Drista):
 * who cannot take it leaves for good.
 * drista: verified
 */
#include "../programs/common.h"

static atomic_int writing, reading, x, y;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int take(int to_write)
{
	pthread_mutex_lock(&mutex);
	int taken = writing == 0 && (!to_write || reading == 0);
	if (taken && to_write)
		writing = 1;
	else if (taken)
		atomic_store(&reading, atomic_load(&reading) + 1);
	pthread_mutex_unlock(&mutex);
	return taken;
}

static void each(int me)
{
	if (!take(me == 0))
		return;
	if (me == 0) {
		x = 3;
		writing = 0;
		return;
	}
	atomic_store(&y, atomic_load(&x));
	atomic_load(&y);
	atomic_load(&x);
	atomic_store(&reading, atomic_load(&reading) - 1);
}

int main(void)
{
	run_threads(2, each);
}
