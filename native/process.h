// A program under control: its process group and our end of the socket, until stopped.
#pragma once

#include "alternation.h"
#include "frames.h"
#include "launch.h"
#include "pump.h"

#include <memory>

class Process
{
      public:
	explicit Process(const Launch &what);
	~Process();
	Process(const Process &) = delete;
	Process &operator=(const Process &) = delete;

	pid_t pid() const
	{
		return pid_;
	}
	// Sends a frame, in whose header it says where the server should run, and receives another one.
	std::pair<const uint8_t *, size_t> exchange(uint8_t *bytes, size_t size, Deadline deadline);
	void send(const uint8_t *bytes, size_t size, Deadline deadline);
	// One frame; the bytes are valid until the next call.
	std::pair<const uint8_t *, size_t> receive(Deadline deadline);
	// Kills whatever of the process group is left, and reaps. Returns the wait status of the program; again: the
	// same.
	int stop();
	// Only the killing, and an end to its output: what is safe while the process exits.
	void kill();

      private:
	template <class Action> auto guarded(Action action) -> decltype(action());

	bool has_guard() const;
	void end_all();

	pid_t pid_;
	int socket_;
	bool closed_by_program_ = false;
	bool stopped_ = false;
	int status_ = 0;
	std::vector<uint8_t> buffer_;
	std::unique_ptr<Pump> pump_;
	Alternation alternation_;
};
