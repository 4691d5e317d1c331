// A barrier orders what two threads did before it and what they do afterwards.
// hostile: long
// drista: verified
// drista: build -std=c++20 -O2
// hostile: once
#include <barrier>
#include <cassert>
#include <thread>

int main()
{
	int data[2] = {};
	std::barrier barrier(2);
	auto works = [&](int i) {
		data[i] = i + 1;
		barrier.arrive_and_wait();
		assert(data[1 - i] == 2 - i);
	};
	std::thread thread(works, 0);
	works(1);
	thread.join();
}
