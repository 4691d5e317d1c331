// An object with an atomic member is used, and another one is made in its place, before there are threads.
// drista: verified
#include <atomic>
#include <cassert>
#include <new>
#include <thread>

struct Counter {
	std::atomic<int> value;
	int limit = 5;
	explicit Counter(int from) : value(from) {}
};

alignas(Counter) static unsigned char place[sizeof(Counter)];

int main()
{
	Counter *counter = new (place) Counter(1);
	counter->value.store(2);
	counter->~Counter();
	counter = new (place) Counter(7);
	std::thread reader([counter] { assert(counter->value.load() == 7 && counter->limit == 5); });
	reader.join();
}
