// The loop changes the mask of exceptions once.
// drista: error assertion
#include <atomic>
#include <cassert>
#include <iostream>
#include <thread>

static std::atomic<int> flag;

int main()
{
	std::cerr.clear();
	std::thread t([] { flag = 1; });
	while (!flag)
		std::cerr.exceptions(std::ios::badbit);
	assert(!std::cerr.exceptions());
	t.join();
}
