// A thread of C++ that gets an input, and a condition variable: what libstdc++ does for them needs not be followed.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:1
// hostile: once
// drista: says explored with 2 inputs
#include <cassert>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable c;
static int result = -1;

int main()
{
	int byte = std::getchar();
	std::thread t([byte] {
		std::lock_guard<std::mutex> lock(m);
		result = byte;
		c.notify_one();
	});
	{
		std::unique_lock<std::mutex> lock(m);
		c.wait(lock, [] { return result >= 0; });
		assert(result == 'x' || byte != 'x');
	}
	t.join();
}
