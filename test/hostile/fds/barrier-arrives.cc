// Who only arrives at a barrier does not wait for the others: what follows is not ordered.
// drista: error data-race
// drista: build -std=c++20
// hostile: once
#include <barrier>
#include <thread>

int main()
{
	int data = 0;
	std::barrier barrier(2);
	std::thread thread([&] {
		(void)barrier.arrive();
		data = 1;
	});
	barrier.arrive_and_wait();
	data = 2;
	thread.join();
}
