// A thread asks whether another one is joinable while main joins that: both use the same std::thread.
// drista: error data-race at WRONG
// hostile: once
#include <thread>

int main()
{
	std::thread first([] {});
	bool joinable = false;
	std::thread second([&] { joinable = first.joinable(); }); // WRONG
	first.join();
	second.join();
	return joinable && first.joinable();
}
