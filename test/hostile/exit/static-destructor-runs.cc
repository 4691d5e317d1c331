// Main calls pthread_exit: the destructor of a static object runs after the last thread, which used the object.
// drista: error assertion at WRONG
#include <cassert>
#include <pthread.h>
struct Counter {
	int n = 0;
	~Counter()
	{
		assert(n == 0); // WRONG
	}
};
static Counter counter;
static void *counts(void *unused)
{
	counter.n++;
	return unused;
}
int main()
{
	pthread_t t;
	pthread_create(&t, nullptr, counts, nullptr);
	pthread_exit(nullptr);
}
