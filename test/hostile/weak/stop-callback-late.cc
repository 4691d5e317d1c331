// A callback reads a variable that main writes beside it: the destructor of the stop_callback comes too late.
// drista: error data-race at WRONG
// drista: build -std=c++20 -O1
// hostile: once
#include <stop_token>
#include <thread>

int main()
{
	std::stop_source source;
	int value = 0;
	std::thread thread([&] { source.request_stop(); });
	{
		std::stop_callback callback(source.get_token(), [&] { value++; });
		value = 2; // WRONG
	}
	thread.join();
	return value > 3;
}
