// Each of two threads constructs a static object on first use: which is destroyed first depends on the order.
// drista: error assertion at WRONG
// hostile: once
#include <atomic>
#include <cassert>
#include <pthread.h>

static std::atomic<int> last{0};

struct Named {
	int name;
	explicit Named(int name) : name(name) {}
	~Named()
	{
		assert(name == 1 || last != 1); // WRONG
		last = name;
	}
};

static void *first(void *a)
{
	static Named object(1);
	return a;
}

static void *second(void *a)
{
	static Named object(2);
	return a;
}

int main()
{
	pthread_t t, u;
	pthread_create(&t, nullptr, first, nullptr);
	pthread_create(&u, nullptr, second, nullptr);
	pthread_join(t, nullptr);
	pthread_join(u, nullptr);
}
