// Where drista's thread and the program's server run while they wait for each other: on the processors that the kernel
// chooses, or on one processor. One processor needs no wake-up of another one, and where neighbours keep all processors
// busy, who goes to sleep there lets the other one run at once. But that processor may be the busier one. So both are
// tried, and what makes drista's thread wait less is kept.
#pragma once

#include <cstdint>
#include <sched.h>

class Alternation
{
      public:
	// Around each exchange, by the thread that makes it. Nothing is done where that may use one processor only.
	// begin() returns where the server should run, as the header of a frame has it (runtime/protocol.h). After
	// end() the thread's affinity is what it was.
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

	// A trial is a row of exchanges in one mode.
	unsigned exchanges_ = 0, trials_ = 0;
	int64_t wall_ = 0, busy_ = 0; // when it began, in nanoseconds
	double waited_[2] = {-1, -1}; // for an exchange, by mode; negative: not known yet
};
