// Output and input of two threads change nothing of the streams that counts: no race, and nothing is left unseen.
// drista: verified
// drista: never says not seen
#include <iostream>
#include <sstream>
#include <thread>

int main()
{
	int n = 0;
	std::thread t([] { std::cout << 1 << "a\n"; std::cerr << 2.5; });
	std::cout << "b" << std::endl;
	std::cin >> n;
	std::ostringstream text;
	text << n;
	t.join();
	return text.str().empty();
}
