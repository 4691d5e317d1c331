// What C++20 waits with, all of it futexes: waits.test.ts.
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <latch>
#include <mutex>
#include <semaphore>
#include <thread>
#include <vector>

static std::latch started(3), finished(3);
static std::counting_semaphore<4> tickets(0);
static std::binary_semaphore never(0);
static std::barrier rendezvous(3, []() noexcept { std::puts("round"); });
static std::atomic<int> word;
static std::atomic<char> small;
static std::mutex mutex;
static std::condition_variable changed;
static std::condition_variable_any anything;
static int passed;

static void work()
{
	started.arrive_and_wait();
	tickets.acquire();
	rendezvous.arrive_and_wait();
	rendezvous.arrive_and_wait();
	word.wait(0);
	small.wait(0);
	{
		std::lock_guard<std::mutex> lock(mutex);
		passed++;
		changed.notify_one();
		anything.notify_all();
	}
	finished.count_down();
}

int main()
{
	using namespace std::chrono_literals;
	std::vector<std::thread> threads;
	for (int i = 0; i < 3; i++)
		threads.emplace_back(work);
	tickets.release(3);
	word = 1;
	word.notify_all();
	small = 1;
	small.notify_one();
	finished.wait();
	{
		std::unique_lock<std::mutex> lock(mutex);
		changed.wait(lock, [] { return passed == 3; });
		anything.wait(lock, [] { return passed == 3; });
		bool late = changed.wait_for(lock, 1s, [] { return passed == 4; });
		bool later = changed.wait_until(lock, std::chrono::system_clock::now() + 1s) == std::cv_status::timeout;
		std::printf("%d %d\n", late, later);
	}
	std::printf("%d %d\n", never.try_acquire(), never.try_acquire_for(1s));
	for (auto &t : threads)
		t.join();
	std::printf("passed %d\n", passed);
}
