// boost::lockfree::spsc_queue: one thread fills two places and pushes their numbers, another takes what it finds.
// -DBUG: the producer fills the place when it has pushed its number already.
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

static boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> numbers;
static int places[3];

static void take(int number)
{
	static int last;
	assert(number == ++last && places[number] == 10 * number);
}

int main()
{
	std::thread producer([] {
		for (int number = 1; number <= 2; number++) {
#ifndef BUG
			places[number] = 10 * number;
#endif
			bool pushed = numbers.push(number);
			assert(pushed);
#ifdef BUG
			places[number] = 10 * number;
#endif
		}
	});
	int number;
	for (int i = 0; i < 2; i++)
		if (numbers.pop(number)) take(number);
	producer.join();
	while (numbers.pop(number)) take(number);
}
