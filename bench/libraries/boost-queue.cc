// boost::lockfree::queue (Michael and Scott's): one thread pushes two numbers, another takes what it finds.
// -DTWO_PRODUCERS: two threads push one number each, and a third takes what it finds.
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

static boost::lockfree::queue<int, boost::lockfree::fixed_sized<true>> numbers(4);

static void push(int number)
{
	bool pushed = numbers.push(number);
	assert(pushed);
}

int main()
{
#ifdef TWO_PRODUCERS
	std::thread producer(push, 1), other(push, 2);
#else
	std::thread producer([] { push(1), push(2); });
#endif
	int last = 0, sum = 0, number;
	auto took = [&] {
#ifndef TWO_PRODUCERS
		assert(number == last + 1);
#endif
		last = number, sum += number;
	};
	for (int i = 0; i < 2; i++)
		if (numbers.pop(number)) took();
	producer.join();
#ifdef TWO_PRODUCERS
	other.join();
#endif
	while (numbers.pop(number)) took();
	assert(sum == 3);
}
