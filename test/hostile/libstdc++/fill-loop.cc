// The loop changes the fill character in each round: it is not one that only waits.
// drista: error assertion
#include <atomic>
#include <cassert>
#include <iostream>
#include <thread>

static std::atomic<int> flag;

int main()
{
	std::cout.fill('a');
	std::thread t([] { flag = 1; });
	while (!flag)
		std::cout.fill(std::cout.fill() + 1);
	assert(std::cout.fill() != 'd');
	t.join();
}
