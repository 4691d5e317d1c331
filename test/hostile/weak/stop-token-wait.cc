// A jthread waits for a condition or for the request to stop; the latter comes: it ends.
// drista: verified
// drista: build -std=c++20 -O1
// hostile: once
// hostile: long
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main()
{
	std::mutex mutex;
	std::condition_variable_any condition;
	bool ready = false;
	std::jthread thread([&](std::stop_token token) {
		std::unique_lock lock(mutex);
		condition.wait(lock, token, [&] { return ready; });
	});
	thread.request_stop();
}
