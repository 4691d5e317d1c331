// The destructor of a static object fails.
// drista: error assertion at WRONG
#include <cassert>
#include <thread>
struct counted {
	int n = 0;
	~counted() { assert(n == 0); } // WRONG
};
static counted object;
int main()
{
	std::thread t([] { object.n = 1; });
	t.join();
}
