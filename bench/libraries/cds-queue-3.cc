// libcds' MSQueue with hazard pointers: one thread adds a number, two others take one if they find it.
#include <cassert>
#include <cds/container/msqueue.h>
#include <cds/gc/hp.h>
#include <cds/init.h>
#include <pthread.h>
#include <thread>

typedef cds::container::MSQueue<cds::gc::HP, int> Queue;

// No thread takes over the hazard pointers of one that has gone.
static pthread_barrier_t attached;

static void attach()
{
	cds::threading::Manager::attachThread();
	pthread_barrier_wait(&attached);
}

static void take(Queue &numbers)
{
	int number = 1;
	if (numbers.dequeue(number))
		assert(number == 1);
}

static void check(Queue &numbers)
{
	std::thread producer([&] {
		attach();
		numbers.enqueue(1);
	});
	std::thread consumer([&] {
		attach();
		take(numbers);
	});
	take(numbers);
	producer.join();
	consumer.join();
}

int main()
{
	pthread_barrier_init(&attached, nullptr, 2);
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
