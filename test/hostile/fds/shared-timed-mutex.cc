// Readers and a writer of a std::shared_timed_mutex, one of which gives up after a while.
// drista: verified
// drista: build -std=c++20
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

int main()
{
	using namespace std::chrono_literals;
	int data = 0, tried = 0;
	std::shared_timed_mutex mutex;
	std::thread writes([&] {
		if (mutex.try_lock_for(1ms)) {
			data++;
			tried = 1;
			mutex.unlock();
		}
	});
	std::thread reads([&] {
		if (mutex.try_lock_shared_for(1ms)) {
			assert(data <= 2);
			mutex.unlock_shared();
		}
	});
	{
		std::unique_lock lock(mutex);
		data++;
	}
	writes.join();
	reads.join();
	assert(data == 1 + tried);
}
