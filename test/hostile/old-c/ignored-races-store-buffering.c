// Store buffering with plain accesses: relaxed ones may both read 0.
// drista: error assertion at WRONG
// drista: options --races ignore
#include <assert.h>
#include <pthread.h>

int x, y, a, b;

void *left(void *unused)
{
	x = 1;
	a = y;
	return unused;
}

void *right(void *unused)
{
	y = 1;
	b = x;
	return unused;
}

int main(void)
{
	pthread_t l, r;
	pthread_create(&l, NULL, left, NULL);
	pthread_create(&r, NULL, right, NULL);
	pthread_join(l, NULL);
	pthread_join(r, NULL);
	assert(a == 1 || b == 1); // WRONG
	return 0;
}
