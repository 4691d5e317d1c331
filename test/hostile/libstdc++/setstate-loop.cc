// The loop changes the state of a stream.
// drista: error assertion
#include <atomic>
#include <cassert>
#include <iostream>
#include <thread>

static std::atomic<int> flag;

int main()
{
	std::thread t([] { flag = 1; });
	while (!flag)
		std::cerr.setstate(std::cerr.rdstate() == 0 ? std::ios::badbit : std::ios::failbit);
	assert(std::cerr.rdstate() != (std::ios::badbit | std::ios::failbit));
	t.join();
}
