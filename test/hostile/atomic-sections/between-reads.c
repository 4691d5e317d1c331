// Two threads count in atomic sections, while a third reads twice outside of them in the other order: it may see two
// states.
// drista: error assertion at WRONG
// drista: options --races ignore --model sc
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

void *both(void *unused)
{
	__VERIFIER_atomic_begin();
	x++;
	y++;
	__VERIFIER_atomic_end();
	return unused;
}

void *looks(void *unused)
{
	int seen_x = x, seen_y = y;
	assert(seen_y <= seen_x); // WRONG
	return unused;
}

int main(void)
{
	pthread_t a, b, c;
	pthread_create(&a, NULL, both, NULL);
	pthread_create(&b, NULL, both, NULL);
	pthread_create(&c, NULL, looks, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	assert(x == 2 && y == 2);
	return 0;
}
