// A struct is copied while another thread writes its members: each is read on its own, old or new.
// drista: error assertion at WRONG
// drista: options --races ignore --model sc
#include <assert.h>
#include <pthread.h>

struct pair {
	long first, second, third;
} shared;

void *writes(void *unused)
{
	shared.first = 1;
	shared.second = 1;
	shared.third = 1;
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, writes, NULL);
	struct pair copy = shared;
	if (copy.third == 1 && copy.first == 0)
		assert(copy.second == 0 && copy.second == 1); // WRONG
	pthread_join(a, NULL);
	return 0;
}
