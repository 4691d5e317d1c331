// Main returns while a thread adds up what main wrote under a mutex: several hundred reads, and then an assertion that
// fails.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
enum { N = 400 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a[N];
static void *adder(void *unused)
{
	int sum = 0;
	pthread_mutex_lock(&m);
	for (int i = 0; i < N; i++)
		sum += a[i];
	pthread_mutex_unlock(&m);
	assert(sum == 0); // WRONG
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, adder, NULL);
	pthread_mutex_lock(&m);
	for (int i = 0; i < N; i++)
		a[i] = 1;
	pthread_mutex_unlock(&m);
	return 0;
}
