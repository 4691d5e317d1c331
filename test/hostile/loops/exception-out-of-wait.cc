// Exceptions leave functions that wait, again and again: frames of those that are gone count no more.
// drista: verified
#include <atomic>
#include <thread>

static std::atomic<int> x{0};

static void wait_for(int value)
{
	int now;
	while ((now = x.load(std::memory_order_acquire)) < value)
		if (now == -1)
			return;
	throw now;
}

int main()
{
	std::thread t([] {
		x.store(1, std::memory_order_release);
		x.store(2, std::memory_order_release);
	});
	int sum = 0;
	for (int i = 1; i <= 2; i++) {
		try {
			wait_for(i);
		} catch (int now) {
			sum += now;
		}
	}
	t.join();
	return sum < 3;
}
