// The same for std::condition_variable::wait and notify_one, and for a std::jthread that is joined by its destructor.
// drista: error deadlock
// drista: build -std=c++20
// drista: says :19
// drista: never says std::condition_variable
// drista: never says libstdc++
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable c;
static int turn;

static void wait(int mine)
{
	std::unique_lock<std::mutex> lock(m);
	while (turn != mine)
		c.wait(lock);
	turn = 0;
	c.notify_one();
}

int main()
{
	std::jthread one(wait, 1);
	std::jthread two(wait, 2);
	std::unique_lock<std::mutex> lock(m);
	turn = 1;
	c.notify_one();
}
