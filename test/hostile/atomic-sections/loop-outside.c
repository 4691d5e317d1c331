// A loop outside of sections waits for plain data that a section writes.
// drista: verified
// drista: options --races ignore --model sc
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int flag, data;

void *writes(void *unused)
{
	__VERIFIER_atomic_begin();
	flag = 1;
	data = 1;
	__VERIFIER_atomic_end();
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, writes, NULL);
	while (!flag)
		;
	assert(data == 1);
	pthread_join(a, NULL);
	return 0;
}
