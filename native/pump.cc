// Passing on what a program prints (pump.h).
#include "pump.h"

#include "failure.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <system_error>
#include <unistd.h>

namespace
{

// A pipe that poll calls writable has room for PIPE_BUF bytes (POSIX.1-2017, write), so such a write does not block.
constexpr size_t kPiece = 4096;

} // namespace

Pump::Pump(const std::vector<Lane> &lanes) : lanes_(lanes), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
	int error = wake_ < 0 ? errno : 0;
	sigset_t all, before; // signals are the main thread's; and SIGPIPE is to be an error of write
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	try {
		if (error == 0)
			thread_ = std::thread([this] { run(); });
	} catch (const std::system_error &failure) {
		error = failure.code().value();
	}
	pthread_sigmask(SIG_SETMASK, &before, nullptr);
	if (error == 0)
		return;
	for (Lane &lane : lanes_)
		close(lane.from);
	if (wake_ >= 0)
		close(wake_);
	throw Failure("START", std::string("cannot pass its output on: ") + strerror(error), error);
}

Pump::~Pump()
{
	finish();
	close(wake_);
}

void Pump::finish()
{
	ending_ = true;
	wake();
	if (thread_.joinable())
		thread_.join();
}

void Pump::abandon()
{
	abandoned_ = true;
	wake();
}

void Pump::wake()
{
	uint64_t one = 1;
	(void)!write(wake_, &one, sizeof one);
}

// Until the file is ready, or wake() is called.
void Pump::wait(int file, short events)
{
	struct pollfd on[] = {{wake_, POLLIN, 0}, {file, events, 0}};
	uint64_t count;
	if (poll(on, 2, -1) > 0 && on[0].revents != 0)
		(void)!read(wake_, &count, sizeof count);
}

void Pump::pass_on(Lane &lane, const char *bytes, size_t size)
{
	while (size > 0 && lane.to >= 0 && !abandoned_) {
		struct pollfd on = {lane.to, POLLOUT, 0};
		if (poll(&on, 1, 0) == 0) {
			held_ = true;
			wait(lane.to, POLLOUT);
			continue;
		}
		ssize_t n = write(lane.to, bytes, std::min(size, kPiece));
		if (n >= 0) {
			bytes += n;
			size -= static_cast<size_t>(n);
		} else if (errno != EAGAIN && errno != EINTR) {
			lane.to = -1;
		}
	}
	held_ = false;
}

// Reads once, at most so many bytes, and returns how many there were.
size_t Pump::pass_some(Lane &lane, size_t most)
{
	char bytes[16 * kPiece];
	ssize_t n = read(lane.from, bytes, std::min(most, sizeof bytes));
	if (n > 0) {
		pass_on(lane, bytes, static_cast<size_t>(n));
		return static_cast<size_t>(n);
	}
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	close(lane.from);
	lane.from = -1;
	return 0;
}

void Pump::run()
{
	while (!ending_) {
		std::vector<struct pollfd> on = {{wake_, POLLIN, 0}};
		for (Lane &lane : lanes_)
			on.push_back({lane.from, POLLIN, 0}); // negative ones are skipped
		uint64_t count;
		if (poll(on.data(), on.size(), -1) > 0 && on[0].revents != 0)
			(void)!read(wake_, &count, sizeof count);
		for (Lane &lane : lanes_)
			if (lane.from >= 0)
				pass_some(lane, SIZE_MAX);
	}
	for (Lane &lane : lanes_) {
		int left = 0; // what is printed from now on is not the checked program's
		if (lane.from >= 0)
			ioctl(lane.from, FIONREAD, &left);
		while (left > 0 && lane.from >= 0) {
			size_t n = pass_some(lane, static_cast<size_t>(left));
			if (n == 0)
				break;
			left -= static_cast<int>(n);
		}
		if (lane.from >= 0)
			close(lane.from);
	}
}
