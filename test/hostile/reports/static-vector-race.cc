// Two threads write the same element of a static std::vector, whose block was allocated before main: named by the
// vector.
// drista: error data-race at WRONG
// drista: says data race on *shared+4:
// drista: never says 0x
#include <thread>
#include <vector>

static std::vector<int> shared(4);

int main()
{
	std::thread a([] { shared[1] = 1; }); // WRONG
	std::thread b([] { shared[1] = 2; });
	a.join();
	b.join();
}
