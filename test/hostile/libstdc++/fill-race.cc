// Two threads change the same property of a standard stream.
// drista: error data-race
#include <iostream>
#include <thread>

int main()
{
	std::thread t([] { std::cout.fill('x'); });
	std::cout.fill('y');
	t.join();
}
