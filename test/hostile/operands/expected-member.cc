// The same of std::atomic, with a member as the expected value.
// drista: error assertion
// drista: build -latomic
#include <atomic>
#include <cassert>
#include <thread>
struct P { long a, b; };
std::atomic<P> x{P{0,0}};
std::atomic<bool> stop{false};
struct W {
	P cached{7, 7};
	bool run()
	{
		while (!x.compare_exchange_strong(cached, P{5, 5}))
			if (stop)
				return false;
		return true;
	}
} w;
int main() { std::thread t([&]{ if (w.run()) assert(0 && "exchanged"); }); stop = true; t.join(); }
