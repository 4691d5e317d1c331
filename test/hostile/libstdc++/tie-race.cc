// Two threads change the same property of a standard stream.
// drista: error data-race
#include <iostream>
#include <thread>

int main()
{
	std::thread t([] { std::cout.tie(nullptr); });
	std::cout.tie(&std::cerr);
	t.join();
}
