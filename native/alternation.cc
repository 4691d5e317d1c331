// Choosing processors (alternation.h).
#include "alternation.h"

#include <ctime>

namespace
{

constexpr unsigned kTrial = 32; // exchanges
constexpr unsigned kRetry = 16; // trials until the other mode is tried again

int64_t nanoseconds(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return static_cast<int64_t>(t.tv_sec) * 1000000000 + t.tv_nsec;
}

cpu_set_t only(int processor)
{
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(processor, &set);
	return set;
}

} // namespace

uint16_t Alternation::begin()
{
	if (!open_)
		possible_ = sched_getaffinity(0, sizeof all_, &all_) == 0 && CPU_COUNT(&all_) > 1;
	open_ = true;
	if (!possible_)
		return 0;
	if (exchanges_++ == 0) {
		wall_ = nanoseconds(CLOCK_MONOTONIC);
		busy_ = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
	}
	int here = mode_ == kTogether ? sched_getcpu() : -1;
	if (here < 0 || here >= CPU_SETSIZE)
		return 0;
	cpu_set_t set = only(here);
	bound_ = sched_setaffinity(0, sizeof set, &set) == 0;
	return static_cast<uint16_t>(here + 1);
}

void Alternation::end()
{
	if (bound_)
		sched_setaffinity(0, sizeof all_, &all_);
	bound_ = false;
	if (possible_ && exchanges_ == kTrial)
		choose();
}

void Alternation::measure()
{
	int64_t wall = nanoseconds(CLOCK_MONOTONIC) - wall_, busy = nanoseconds(CLOCK_THREAD_CPUTIME_ID) - busy_;
	double waited = static_cast<double>(wall - busy) / kTrial;
	double &known = waited_[mode_];
	known = known < 0 ? waited : (known + waited) / 2;
	exchanges_ = 0;
	trials_++;
}

void Alternation::choose()
{
	measure();
	Mode other = mode_ == kApart ? kTogether : kApart;
	if (waited_[other] < 0 || waited_[other] < waited_[mode_] || trials_ % kRetry == 0)
		mode_ = other;
}
