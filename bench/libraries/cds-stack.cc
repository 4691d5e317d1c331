// libcds' TreiberStack with hazard pointers: two threads push a number and pop one.
#include <cassert>
#include <cds/container/treiber_stack.h>
#include <cds/gc/hp.h>
#include <cds/init.h>
#include <thread>

typedef cds::container::TreiberStack<cds::gc::HP, int> Stack;

static int exchange(Stack &numbers, int number)
{
	numbers.push(number);
	int taken = 0;
	bool popped = numbers.pop(taken);
	assert(popped);
	return taken;
}

int main()
{
	cds::Initialize();
	{
		cds::gc::HP collector(Stack::c_nHazardPtrCount, 2);
		cds::threading::Manager::attachThread();
		{
			Stack numbers;
			int theirs = 0;
			std::thread other([&] {
				cds::threading::Manager::attachThread();
				theirs = exchange(numbers, 1);
				cds::threading::Manager::detachThread();
			});
			int mine = exchange(numbers, 2);
			other.join();
			assert(mine + theirs == 3);
		}
		cds::threading::Manager::detachThread();
	}
	cds::Terminate();
}
