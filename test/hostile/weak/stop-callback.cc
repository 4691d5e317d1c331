// A stop_callback is made and destroyed while another thread requests the stop: the callback runs once or not at all.
// drista: verified
// drista: build -std=c++20 -O1
// hostile: once
#include <cassert>
#include <stop_token>
#include <thread>

int main()
{
	std::stop_source source;
	int called = 0;
	std::thread thread([&] { source.request_stop(); });
	{
		std::stop_callback callback(source.get_token(), [&] { called++; });
	}
	assert(called <= 1);
	thread.join();
}
