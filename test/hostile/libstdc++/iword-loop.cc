// The loop counts in a word of the stream's own.
// drista: error assertion
#include <atomic>
#include <cassert>
#include <iostream>
#include <thread>

static std::atomic<int> flag;

int main()
{
	std::cout.iword(0) = 0;
	std::thread t([] { flag = 1; });
	while (!flag)
		std::cout.iword(0)++;
	assert(std::cout.iword(0) != 3);
	t.join();
}
