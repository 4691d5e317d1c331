// atomic_queue::AtomicQueue2, of any elements: two threads add one number each, a third takes what it finds.
// -DBUG: they say in a flag of their own that the message for the third is there, but in no order with it.
#include <atomic>
#include <atomic_queue/atomic_queue.h>
#include <cassert>
#include <thread>

static atomic_queue::AtomicQueue2<unsigned, 2> numbers;
static std::atomic<bool> ready;
static unsigned message;

static void add(unsigned number)
{
	if (number == 1) message = 42;
	numbers.push(number);
#ifdef BUG
	ready.store(true, std::memory_order_relaxed);
#else
	ready.store(true, std::memory_order_release);
#endif
}

int main()
{
	std::thread one(add, 1), two([] { numbers.push(2); });
	unsigned sum = 0, number;
	if (ready.load(std::memory_order_acquire)) assert(message == 42);
	if (numbers.try_pop(number)) sum += number;
	one.join();
	two.join();
	while (numbers.try_pop(number)) sum += number;
	assert(sum == 3);
}
