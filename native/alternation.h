// Where drista's thread and the program's server run while they wait for each other: on the processors that the kernel
// chooses, or on one processor. One processor needs no wake-up of another one, and if other programs keep all
// processors busy, the thread that goes to sleep lets the other one run at once. But that processor may be the busier
// one. So both modes are tried, and the one that makes drista's thread wait less is used.
#pragma once

#include <cstdint>
#include <sched.h>

class Alternation
{
      public:
	// Called before and after each exchange, by the thread that makes it. They do nothing if the thread may use one
	// processor only. begin() returns where the server should run, as the header of a frame has it
	// (runtime/core/protocol.h). After end() the thread's affinity is what it was.
	uint16_t begin();
	void end();

      private:
	enum Mode { kApart, kTogether };

	void measure();
	void choose();

	bool open_ = false, possible_ = false;
	cpu_set_t all_;
	Mode mode_ = kTogether;
	bool bound_ = false; // is the thread bound to a processor now?

	// A trial is a sequence of exchanges in one mode.
	unsigned exchanges_ = 0, trials_ = 0;
	int64_t wall_ = 0, busy_ = 0; // when it began, in nanoseconds
	double waited_[2] = {-1, -1}; // for an exchange, by mode; negative: not known yet
};
