// libcds' MSQueue (Michael and Scott's) with hazard pointers: one thread adds two numbers, another takes what it finds.
#include <cassert>
#include <cds/container/msqueue.h>
#include <cds/gc/hp.h>
#include <cds/init.h>
#include <thread>

typedef cds::container::MSQueue<cds::gc::HP, int> Queue;

static void check(Queue &numbers)
{
	std::thread producer([&] {
		cds::threading::Manager::attachThread();
		numbers.enqueue(1);
		numbers.enqueue(2);
		cds::threading::Manager::detachThread();
	});
	int last = 0, number;
	for (int i = 0; i < 2; i++)
		if (numbers.dequeue(number)) assert(number == ++last);
	producer.join();
	while (numbers.dequeue(number)) assert(number == ++last);
	assert(last == 2);
}

int main()
{
	cds::Initialize();
	{
		cds::gc::HP collector(Queue::c_nHazardPtrCount, 2);
		cds::threading::Manager::attachThread();
		{
			Queue numbers;
			check(numbers);
		}
		cds::threading::Manager::detachThread();
	}
	cds::Terminate();
}
