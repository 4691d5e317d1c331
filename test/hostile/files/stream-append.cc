// Two threads append to one file with C++ streams: both lines are there, in either order.
// drista: verified
// drista: says (2 executions,
#include <cassert>
#include <fstream>
#include <string>
#include <thread>
static void append(const char *text)
{
	std::ofstream file("log", std::ios::app);
	file << text << 1 << '\n';
}
int main()
{
	std::ofstream("log").flush();
	std::thread a(append, "one"), b(append, "two");
	a.join();
	b.join();
	std::ifstream file("log");
	std::string first, second, none;
	assert(std::getline(file, first) && std::getline(file, second) && !std::getline(file, none));
	assert((first == "one1" && second == "two1") || (first == "two1" && second == "one1"));
}
