// Passes on what the checked program prints: from the pipes that are its stdout and stderr to descriptors of ours.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

// A pipe's end to read from, and where the bytes go.
struct Lane {
	int from, to;
};

// A thread that reads no faster than it can write: a slow reader of drista's output blocks the program in its write,
// and no memory fills. If the bytes cannot be written (EPIPE, a full disk), they are read and dropped, and the program
// does not notice.
class Pump
{
      public:
	explicit Pump(const std::vector<Lane> &lanes); // takes over the pipes' ends
	~Pump();
	Pump(const Pump &) = delete;
	Pump &operator=(const Pump &) = delete;

	// Passes on what has been printed, then ends, though someone may still hold the pipes open.
	void finish();
	// From now on bytes are dropped. Allowed in any thread.
	void abandon();
	// Is it waiting for a reader of its output?
	const std::atomic<bool> &held() const
	{
		return held_;
	}

      private:
	void run();
	size_t pass_some(Lane &lane, size_t most);
	void pass_on(Lane &lane, const char *bytes, size_t size);
	void wake();
	void wait(int file, short events);

	std::vector<Lane> lanes_;
	int wake_;
	std::atomic<bool> held_{false}, ending_{false}, abandoned_{false};
	std::thread thread_;
};
