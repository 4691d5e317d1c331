// A function whose name begins with __VERIFIER_atomic_ is an atomic section, also where it calls another one.
// drista: verified
// drista: options --races ignore --model sc
#include <assert.h>
#include <pthread.h>

int lock, inside;

static int __VERIFIER_atomic_free(void)
{
	return lock == 0;
}

static int __VERIFIER_atomic_take(void)
{
	if (!__VERIFIER_atomic_free())
		return 0;
	lock = 1;
	return 1;
}

void *section(void *unused)
{
	if (__VERIFIER_atomic_take()) {
		inside++;
		assert(inside == 1);
		inside--;
		lock = 0;
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, section, NULL);
	pthread_create(&b, NULL, section, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
