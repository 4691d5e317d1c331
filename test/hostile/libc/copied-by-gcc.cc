// std::copy of a constant number of elements, which libstdc++ makes a builtin that gcc writes out at -O2.
// drista: error data-race at WRONG
// drista: build --drista-compiler=gcc -O2
#include <algorithm>
#include <thread>

struct record {
	long fields[7];
};
static record shared[2];

int main()
{
	std::thread thread([] { shared[1].fields[3] = 1; }); // WRONG
	record copy[2];
	std::copy(shared, shared + 2, copy);
	thread.join();
	return copy[0].fields[0] != 0;
}
