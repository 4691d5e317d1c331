// The destructor of a static object frees what a thread has freed.
// hostile: long
// drista: error memory at WRONG
#include <thread>
struct owner {
	int *p = new int;
	~owner() { delete p; } // WRONG
};
static owner object;
int main()
{
	std::thread t([] { delete object.p; });
	t.join();
}
