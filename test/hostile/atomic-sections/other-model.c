// Atomic sections exist under sc only.
// drista: refused
// drista: options --races ignore
// drista: says without --model sc
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

void *nothing(void *unused)
{
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, nothing, NULL);
	__VERIFIER_atomic_begin();
	__VERIFIER_atomic_end();
	pthread_join(a, NULL);
	return 0;
}
