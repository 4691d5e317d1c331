// A section ends that has not begun.
// drista: error misuse
// drista: options --model sc
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

void *ends(void *unused)
{
	__VERIFIER_atomic_end();
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, ends, NULL);
	__VERIFIER_atomic_begin();
	__VERIFIER_atomic_end();
	pthread_join(a, NULL);
	return 0;
}
