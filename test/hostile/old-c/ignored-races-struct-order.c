// A struct is copied in order of its members: with sc accesses a later one cannot be older than an earlier one.
// drista: verified
// drista: options --races ignore --model sc
#include <assert.h>
#include <pthread.h>

struct pair {
	long first, second, third;
} shared;

void *writes(void *unused)
{
	shared.third = 1;
	shared.second = 1;
	shared.first = 1;
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, writes, NULL);
	struct pair copy = shared;
	assert(copy.first <= copy.second && copy.second <= copy.third);
	pthread_join(a, NULL);
	return 0;
}
