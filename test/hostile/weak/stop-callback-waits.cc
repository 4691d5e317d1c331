// The destructor of a stop_callback waits for its callback, which another thread runs; what that has written is read.
// drista: verified
// drista: build -std=c++20 -O2
// hostile: once
#include <cassert>
#include <stop_token>
#include <thread>

int main()
{
	std::stop_source source;
	bool begun = false, done = false;
	std::thread thread([&] { source.request_stop(); });
	{
		std::stop_callback callback(source.get_token(), [&] {
			begun = true;
			done = begun;
		});
	}
	assert(begun == done);
	thread.join();
}
