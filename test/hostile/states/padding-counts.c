// A loop counts in the padding of a structure, so its iterations change something.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct padded {
	char c;
	int i;
};

static atomic_int x;

__attribute__((noinline)) static void fill(void *p, int value)
{
	memset(p, value, sizeof(struct padded));
}

static void *looks(void *unused)
{
	struct padded all;
	unsigned char *p = (unsigned char *)&all;
	fill(&all, 0);
	for (;;) {
		int seen = atomic_load(&x);
		p[2]++;
		if (seen == 1)
			return unused;
		assert(p[2] != 3); // WRONG
	}
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, looks, NULL);
	atomic_store(&x, 1);
	pthread_join(t, NULL);
}
