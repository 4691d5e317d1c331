/* An optimistic lock (after Aronis et al., TACAS 2018, as VC-DPOR has it): three threads write their names and a word,
 * and read the word if the name is still theirs; each tries N times.
 * drista: verified
 * drista: build -DN=1
 */
#include "../programs/common.h"

static atomic_int name, word;

static void each(int me)
{
	for (int i = 0; i < N; i++) {
		atomic_store(&name, me);
		atomic_store(&word, 1);
		if (atomic_load(&name) != me)
			continue;
		atomic_load(&word);
		return;
	}
}

int main(void)
{
	run_threads(3, each);
}
