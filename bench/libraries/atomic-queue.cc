// atomic_queue::AtomicQueue, of atomic numbers: two threads add one number each, a third takes what it finds.
#include <atomic_queue/atomic_queue.h>
#include <cassert>
#include <thread>

static atomic_queue::AtomicQueue<unsigned, 2> numbers;

int main()
{
	std::thread one([] { numbers.push(1); }), two([] { numbers.push(2); });
	unsigned sum = 0, number;
	for (int i = 0; i < 2; i++)
		if (numbers.try_pop(number)) sum += number;
	one.join();
	two.join();
	while (numbers.try_pop(number)) sum += number;
	assert(sum == 3);
}
