// An object with locks is built again in the same memory, by placement new: it is another one. Its constructor sets all
// of it.
// drista: verified
// drista: build -std=c++17
// hostile: once
#include <condition_variable>
#include <mutex>
#include <new>
#include <pthread.h>
#include <shared_mutex>

struct Work {
	std::mutex m;
	std::recursive_mutex r;
	std::condition_variable c;
	std::shared_mutex s;
	pthread_mutex_t p{};
	Work() { pthread_mutex_init(&p, nullptr); }
	~Work() { pthread_mutex_destroy(&p); }
};

struct Bare {
	pthread_mutex_t p{};
	Bare() { pthread_mutex_init(&p, nullptr); }
};

alignas(Work) static unsigned char room[sizeof(Work)];

int main()
{
	for (int i = 0; i < 3; i++) {
		Work *w = new (room) Work;
		{ std::lock_guard<std::mutex> hold(w->m); }
		w->~Work();
	}
	for (int i = 0; i < 3; i++)
		new (room) Bare;
}
