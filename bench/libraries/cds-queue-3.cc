// libcds' MSQueue with hazard pointers: one thread adds a number, two others take one if they find it.
#include <cassert>
#include <cds/container/msqueue.h>
#include <cds/gc/hp.h>
#include <cds/init.h>
#include <thread>

typedef cds::container::MSQueue<cds::gc::HP, int> Queue;

static void take(Queue &numbers)
{
	int number = 1;
	if (numbers.dequeue(number)) assert(number == 1);
}

static void check(Queue &numbers)
{
	std::thread producer([&] {
		cds::threading::Manager::attachThread();
		numbers.enqueue(1);
	});
	std::thread consumer([&] {
		cds::threading::Manager::attachThread();
		take(numbers);
	});
	take(numbers);
	producer.join();
	consumer.join();
}

int main()
{
	cds::Initialize();
	{
		cds::gc::HP collector(Queue::c_nHazardPtrCount, 3);
		cds::threading::Manager::attachThread();
		{
			Queue numbers;
			check(numbers);
		}
		cds::threading::Manager::detachThread();
	}
	cds::Terminate();
}
