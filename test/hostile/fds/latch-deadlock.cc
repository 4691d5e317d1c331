// A latch that nobody counts down far enough.
// drista: error deadlock
// drista: build -std=c++20
// hostile: once
#include <latch>
#include <thread>

int main()
{
	std::latch latch(2);
	std::thread thread([&] { latch.count_down(); });
	latch.wait();
	thread.join();
}
