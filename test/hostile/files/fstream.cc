// Two threads count in a file with C++ streams: an update may be lost.
// hostile: long
// drista: error assertion at WRONG
#include <cassert>
#include <fstream>
#include <thread>
static int get()
{
	int v = -100;
	std::ifstream("number") >> v;
	return v;
}
static void set(int v)
{
	std::ofstream("number") << v << '\n';
}
int main()
{
	set(0);
	std::thread a([] { set(get() + 1); }), b([] { set(get() + 1); });
	a.join();
	b.join();
	assert(get() == 2); // WRONG
}
