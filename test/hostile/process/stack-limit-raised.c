// main raises its own limit before it uses much stack, and a thread has asked for much.
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>

static void *deep(void *unused) { char big[40 << 20]; memset(big, 1, sizeof big); return unused; }

int main(void)
{
	struct rlimit limit;
	pthread_attr_t attr;
	pthread_t t;
	assert(!getrlimit(RLIMIT_STACK, &limit));
	limit.rlim_cur = 64 << 20;
	assert(!setrlimit(RLIMIT_STACK, &limit));
	deep(NULL);
	pthread_attr_init(&attr);
	assert(!pthread_attr_setstacksize(&attr, 64 << 20));
	assert(!pthread_create(&t, &attr, deep, NULL));
	pthread_join(t, NULL);
}
