// A thread asks for the id of another one while main detaches that: both use the same std::thread.
// drista: error data-race at WRONG
// hostile: once
#include <thread>

int main()
{
	std::thread first([] {});
	bool same = true;
	std::thread second([&] { same = first.get_id() == std::thread::id(); }); // WRONG
	first.detach();
	second.join();
	return same;
}
