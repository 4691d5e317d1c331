// The loop changes what the stream is tied to.
// drista: error assertion
#include <atomic>
#include <cassert>
#include <iostream>
#include <thread>

static std::atomic<int> flag;

int main()
{
	std::cerr.tie(&std::cout);
	std::thread t([] { flag = 1; });
	while (!flag)
		std::cerr.tie(std::cerr.tie() ? nullptr : &std::cout);
	assert(std::cerr.tie());
	t.join();
}
