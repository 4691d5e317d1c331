// moodycamel::ReaderWriterQueue: one thread adds two numbers, the second in a new block; another takes what it finds.
#include <cassert>
#include <readerwriterqueue/readerwriterqueue.h>
#include <thread>

static moodycamel::ReaderWriterQueue<int, 2> numbers(1);

int main()
{
	std::thread producer([] {
		for (int number = 1; number <= 2; number++) {
			bool added = numbers.enqueue(number);
			assert(added);
		}
	});
	int last = 0, number;
	for (int i = 0; i < 2; i++)
		if (numbers.try_dequeue(number)) assert(number == ++last);
	producer.join();
	while (numbers.try_dequeue(number)) assert(number == ++last);
	assert(last == 2);
}
