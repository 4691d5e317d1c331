// A started program: frames to and from it, and its end (process.h).
#include "process.h"

#include "failure.h"
#include "living.h"

#include <cerrno>
#include <cstdio>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

// A program that closed the connection is most likely on its way out: its own end says more than our SIGKILL.
void let_it_end(pid_t pid, int milliseconds)
{
	for (int i = 0; i < milliseconds; i++) {
		siginfo_t info;
		info.si_pid = 0;
		// It stays a zombie, so that the number of its group is not reused.
		if (waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0)
			return;
		struct timespec ms = {0, 1000000};
		nanosleep(&ms, nullptr);
	}
}

} // namespace

Process::Process(const Launch &what)
{
	Launched l = launch(what);
	pid_ = l.pid;
	socket_ = l.socket;
	living_add(this);
	if (l.lanes.empty())
		return;
	try {
		pump_ = std::make_unique<Pump>(l.lanes);
	} catch (const Failure &) {
		stop();
		throw;
	}
}

Process::~Process()
{
	stop();
}

template <class Action> auto Process::guarded(Action action) -> decltype(action())
{
	if (stopped_)
		throw Failure("STOPPED", "the program was stopped");
	try {
		return action();
	} catch (const Failure &failure) {
		if (strcmp(failure.code, "EOF") == 0)
			closed_by_program_ = true;
		throw;
	}
}

void Process::send(const uint8_t *bytes, size_t size, Deadline deadline)
{
	guarded([&] { send_all(socket_, bytes, size, deadline); });
}

std::pair<const uint8_t *, size_t> Process::receive(Deadline deadline)
{
	size_t size =
		guarded([&] { return receive_frame(socket_, buffer_, deadline, pump_ ? &pump_->held() : nullptr); });
	return {buffer_.data(), size};
}

std::pair<const uint8_t *, size_t> Process::exchange(uint8_t *bytes, size_t size, Deadline deadline)
{
	struct Turn {
		Alternation &alternation;
		uint16_t processor = alternation.begin();
		~Turn()
		{
			alternation.end();
		}
	} turn{alternation_};
	set_processor(bytes, size, turn.processor);
	send(bytes, size, deadline);
	return receive(deadline);
}

// The runtime's guard (runtime/server/guard.h) also kills processes outside the group.
bool Process::has_guard() const
{
	char path[64], name[16] = "";
	snprintf(path, sizeof path, "/proc/%d/comm", static_cast<int>(pid_));
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return false;
	ssize_t n = read(file, name, sizeof name - 1);
	close(file);
	return n > 0 && strncmp(name, "drista-guard", 12) == 0;
}

void Process::end_all()
{
	if (has_guard())
		::kill(pid_, SIGTERM);
	else
		::kill(-pid_, SIGKILL);
}

void Process::kill()
{
	if (!stopped_)
		end_all();
	if (pump_)
		pump_->abandon();
}

int Process::stop()
{
	if (stopped_)
		return status_;
	stopped_ = true;
	living_remove(this);
	if (closed_by_program_)
		let_it_end(pid_, 200);
	end_all();
	if (has_guard())
		let_it_end(pid_, 5000);
	::kill(-pid_, SIGKILL);
	close(socket_);
	while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR)
		;
	if (pump_) {
		living_add(this); // a slow reader may delay this function
		pump_->finish();
		living_remove(this);
	}
	return status_;
}
