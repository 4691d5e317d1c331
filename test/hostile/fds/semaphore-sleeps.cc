// The libstdc++ of GCC 12 may put a thread to sleep on a semaphore that is not 0: it passes to the kernel a value that
// it read before it tried to acquire.
// drista: error deadlock
// drista: build -std=c++20
// hostile: once
#include <semaphore>
#include <thread>

int main()
{
	std::binary_semaphore semaphore(1);
	auto works = [&] {
		semaphore.acquire();
		semaphore.release();
	};
	std::thread one(works), two(works);
	works();
	one.join();
	two.join();
}
