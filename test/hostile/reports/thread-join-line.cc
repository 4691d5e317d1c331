// A deadlock in std::thread::join, which libstdc++ holds compiled: the line of the program that called it is named.
// drista: error deadlock at WRONG
// drista: never says std::thread::join
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable c;
static bool ready;

static void wait()
{
	std::unique_lock<std::mutex> lock(m);
	while (!ready)
		c.wait(lock);
}

int main()
{
	std::thread t(wait);
	t.join(); // WRONG
}
