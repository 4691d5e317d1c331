// moodycamel::ConcurrentQueue: one thread adds two numbers with a token of its own, another takes what it finds.
#include <cassert>
#include <concurrentqueue/concurrentqueue.h>
#include <thread>

struct Small : moodycamel::ConcurrentQueueDefaultTraits {
	static const size_t BLOCK_SIZE = 2;
	static const size_t EXPLICIT_INITIAL_INDEX_SIZE = 2;
	static const size_t IMPLICIT_INITIAL_INDEX_SIZE = 2;
	static const size_t INITIAL_IMPLICIT_PRODUCER_HASH_SIZE = 1;
};

static moodycamel::ConcurrentQueue<int, Small> numbers(4);

int main()
{
	std::thread producer([] {
		moodycamel::ProducerToken token(numbers);
		for (int number = 1; number <= 2; number++) numbers.enqueue(token, number);
	});
	int last = 0, number;
	for (int i = 0; i < 2; i++)
		if (numbers.try_dequeue(number)) assert(number == ++last);
	producer.join();
	while (numbers.try_dequeue(number)) assert(number == ++last);
	assert(last == 2);
}
