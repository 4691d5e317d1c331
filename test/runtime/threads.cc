// What belongs to a thread in C++: runs.test.ts.
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Loud {
	int n;
	explicit Loud(int n) : n(n) {}
	~Loud() { std::cout << "destroyed " << n << std::endl; }
};
thread_local Loud loud(5);
thread_local int count;
static std::mutex mutex;
static int total;
static pthread_key_t key;

static void work(int i)
{
	loud.n = i;
	count += i;
	errno = i;
	try {
		throw std::runtime_error("x" + std::to_string(i));
	} catch (std::exception &e) {
		std::lock_guard<std::mutex> guard(mutex);
		total += i;
		std::cout << "caught " << e.what() << ", " << (errno == i ?
			"errno" : "another errno") << ", count " << count << std::endl;
	}
	pthread_setspecific(key, (void *)(long)i);
}

static void *leave(void *)
{
	Loud local(100);
	pthread_exit((void *)9);
}

int main()
{
	pthread_key_create(&key, [](void *value) { std::cout << "key " << (long)value << std::endl; });
	std::vector<std::thread> threads;
	for (int i = 1; i < 4; i++)
		threads.emplace_back(work, i);
	for (auto &t : threads)
		t.join();
	pthread_t t;
	void *result;
	pthread_create(&t, nullptr, leave, nullptr);
	pthread_join(t, &result);
	atexit([] { std::cout << "at exit" << std::endl; });
	loud.n = 77;
	std::cout << "total " << total << ", result " << (long)result << std::endl;
	return 4;
}
