// boost::lockfree::stack (Treiber's): one thread pushes two numbers, another takes what it finds.
// -DBOTH: two threads push a number and pop one.
#include <boost/lockfree/stack.hpp>
#include <cassert>
#include <thread>

static boost::lockfree::stack<int, boost::lockfree::fixed_sized<true>> numbers(4);

static void push(int number)
{
	bool pushed = numbers.push(number);
	assert(pushed);
}

int main()
{
	int sum = 0, number;
#ifdef BOTH
	int theirs;
	std::thread other([&] {
		push(1);
		bool popped = numbers.pop(theirs);
		assert(popped);
	});
	push(2);
	bool popped = numbers.pop(number);
	assert(popped);
	other.join();
	sum = theirs + number;
#else
	std::thread other([] { push(1), push(2); });
	for (int i = 0; i < 2; i++)
		if (numbers.pop(number)) sum += number;
	other.join();
	while (numbers.pop(number)) sum += number;
#endif
	assert(sum == 3);
}
