// The destructor of main's thread_local object runs when main returns, and fails.
// drista: error assertion at WRONG
#include <cassert>
#include <thread>
struct counted {
	int n = 1;
	~counted() { assert(n == 1); } // WRONG
};
static thread_local counted object;
int main()
{
	object.n++;
	std::thread t([] { });
	t.join();
}
