// moodycamel::ConcurrentQueue: two threads add one number each, a third takes what it finds. No tokens: each has a
// producer of its own.
#include <cassert>
#include <concurrentqueue/concurrentqueue.h>
#include <thread>

struct Small : moodycamel::ConcurrentQueueDefaultTraits {
	static const size_t BLOCK_SIZE = 2;
	static const size_t EXPLICIT_INITIAL_INDEX_SIZE = 2;
	static const size_t IMPLICIT_INITIAL_INDEX_SIZE = 2;
	static const size_t INITIAL_IMPLICIT_PRODUCER_HASH_SIZE = 4;
};

static moodycamel::ConcurrentQueue<int, Small> numbers(8);

int main()
{
	std::thread one([] { numbers.enqueue(1); }), two([] { numbers.enqueue(2); });
	int sum = 0, number;
	if (numbers.try_dequeue(number)) sum += number;
	one.join();
	two.join();
	while (numbers.try_dequeue(number)) sum += number;
	assert(sum == 3);
}
