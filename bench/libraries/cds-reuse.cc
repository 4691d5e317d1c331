// libcds' TreiberStack with hazard pointers: one thread pushes and pops, and another when it has gone, or before.
#include <cassert>
#include <cds/container/treiber_stack.h>
#include <cds/gc/hp.h>
#include <cds/init.h>
#include <thread>

typedef cds::container::TreiberStack<cds::gc::HP, int> Stack;

static void exchange(Stack &numbers, int number)
{
	cds::threading::Manager::attachThread();
	numbers.push(number);
	bool popped = numbers.pop(number);
	assert(popped);
	cds::threading::Manager::detachThread();
}

int main()
{
	cds::Initialize();
	{
		cds::gc::HP collector(Stack::c_nHazardPtrCount, 2);
		Stack numbers;
		std::thread first([&] { exchange(numbers, 1); }), second([&] { exchange(numbers, 2); });
		first.join();
		second.join();
	}
	cds::Terminate();
}
