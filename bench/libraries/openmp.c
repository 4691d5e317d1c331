// OpenMP: two threads add numbers up, each its own part (reduction), then one after the other (critical).
// -DBUG: all of them at once.
#include <assert.h>
#include <omp.h>

int main(void)
{
	int sum = 0;
#ifdef BUG
#pragma omp parallel for num_threads(2)
#else
#pragma omp parallel for num_threads(2) reduction(+ : sum)
#endif
	for (int i = 0; i < 4; i++)
		sum += i;
#pragma omp parallel num_threads(2)
	{
#pragma omp critical
		sum++;
	}
	assert(sum == 8);
	return 0;
}
