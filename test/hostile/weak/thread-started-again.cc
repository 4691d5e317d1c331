// Threads are started, joined and started again in the same std::thread, under a mutex: right.
// drista: verified
// hostile: matrix
#include <cassert>
#include <mutex>
#include <thread>

static std::thread shared;
static std::mutex mutex;
static int count;

static void starts()
{
	std::lock_guard<std::mutex> lock(mutex);
	if (shared.joinable())
		shared.join();
	shared = std::thread([] { count++; });
}

int main()
{
	std::thread other(starts);
	starts();
	other.join();
	shared.join();
	assert(count == 2 && !shared.joinable());
}
