// Two threads wait for an atomic, and one of them is notified: the other one may sleep for ever.
// drista: error deadlock
// drista: build -std=c++20 -O2
// hostile: once
#include <atomic>
#include <thread>

int main()
{
	std::atomic<int> atomic{0};
	std::thread one([&] { atomic.wait(0); }), two([&] { atomic.wait(0); });
	atomic = 1;
	atomic.notify_one();
	one.join();
	two.join();
}
