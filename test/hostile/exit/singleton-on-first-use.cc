// Two threads use one static object, which the first of them constructs. It is destroyed after both have ended.
// drista: verified
// hostile: once
#include <atomic>
#include <cassert>
#include <pthread.h>

static int destroyed;

struct Counter {
	std::atomic<int> count{0};
	~Counter()
	{
		assert(count == 2);
		destroyed = 1;
	}
};

static Counter &counter()
{
	static Counter object;
	return object;
}

static void *counts(void *a)
{
	counter().count++;
	return a;
}

int main()
{
	pthread_t t, u;
	pthread_create(&t, nullptr, counts, nullptr);
	pthread_create(&u, nullptr, counts, nullptr);
	pthread_join(t, nullptr);
	pthread_join(u, nullptr);
	assert(!destroyed);
}
