// std::call_once, std::shared_mutex, std::timed_mutex and a recursive one: locks.test.ts.
#include <chrono>
#include <iostream>
#include <mutex>
#include <shared_mutex>
#include <sstream>
#include <stdexcept>
#include <thread>

static std::once_flag flag;
static int tries;

static void make()
{
	if (++tries < 3)
		throw std::runtime_error("try " + std::to_string(tries));
}

static std::string attempt()
{
	try {
		std::call_once(flag, make);
		return "made";
	} catch (std::exception &e) {
		return e.what();
	}
}

int main()
{
	std::string said[2][3];
	auto work = [&](int i) {
		for (auto &s : said[i])
			s = attempt();
	};
	std::thread a(work, 0), b(work, 1);
	a.join();
	b.join();
	for (auto &thread : said) {
		for (auto &s : thread)
			std::cout << s << ", ";
		std::cout << std::endl;
	}
	std::shared_timed_mutex rw;
	std::timed_mutex timed;
	std::shared_lock<std::shared_timed_mutex> reading(rw);
	std::lock_guard<std::timed_mutex> guard(timed);
	bool shared = false, exclusive = true, locked = true;
	std::thread([&] {
		using namespace std::chrono_literals;
		shared = rw.try_lock_shared_for(1s);
		if (shared)
			rw.unlock_shared();
		exclusive = rw.try_lock_for(1s);
		locked = timed.try_lock_for(1h);
	}).join();
	std::ostringstream out;
	out << "tries " << tries << ": " << shared << exclusive << locked << ", processors "
	    << std::thread::hardware_concurrency();
	std::cout << out.str() << std::endl;
}
