/* main counts an index up before it creates each of N threads, which mark the entry that the index names by then
 * (SV-COMP's sigma, VC-DPOR).
 * drista: verified
 * drista: build -DN=3
 */
#include "../programs/common.h"

static atomic_int marks[N + 1], at;

static void *mark(void *unused)
{
	atomic_store(&marks[atomic_load(&at)], 1);
	return unused;
}

int main(void)
{
	pthread_t threads[N];
	for (int i = 0; i < N; i++) {
		atomic_store(&at, atomic_load(&at) + 1);
		if (pthread_create(&threads[i], NULL, mark, NULL))
			abort();
	}
	for (int i = 0; i < N; i++)
		pthread_join(threads[i], NULL);
}
