// Starting a program (launch.h).
#include "launch.h"

#include "failure.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

// High, so that the numbers of the files that the program opens are the usual ones; always the same.
constexpr int kProgramSocket = 200;
constexpr rlim_t kStack = 8 << 20;

struct ExecFailure {
	const char *doing; // in the parent the same address: a fork
	int error;
};

struct Descriptor {
	int fd;
	explicit Descriptor(int fd = -1) : fd(fd) {}
	Descriptor(const Descriptor &) = delete;
	Descriptor &operator=(const Descriptor &) = delete;
	~Descriptor()
	{
		close();
	}
	void close()
	{
		if (fd >= 0)
			::close(fd);
		fd = -1;
	}
	int release()
	{
		int was = fd;
		fd = -1;
		return was;
	}
};

std::vector<char *> pointers(const std::vector<std::string> &strings)
{
	std::vector<char *> result;
	for (const std::string &s : strings)
		result.push_back(const_cast<char *>(s.c_str()));
	result.push_back(nullptr);
	return result;
}

// Pipes, so that what the program sees does not depend on what our stdout and stderr are.
struct Output {
	Descriptor end[2]; // stdout's and stderr's
	Descriptor ours[2];
	std::vector<Lane> lanes;

	explicit Output(int to)
	{
		if (to < 0)
			return;
		add(0, to);
		if (is_same(to, 2)) // then their order is kept
			end[1].fd = fcntl(end[0].fd, F_DUPFD_CLOEXEC, 3);
		else
			add(1, 2);
	}
	std::vector<Lane> release()
	{
		for (Descriptor &d : ours)
			d.release();
		return lanes;
	}

      private:
	void add(int file, int to)
	{
		int ends[2];
		if (pipe2(ends, O_CLOEXEC) != 0)
			throw Failure("START", std::string("cannot make a pipe: ") + strerror(errno), errno);
		fcntl(ends[0], F_SETFL, O_NONBLOCK);
		ours[file].fd = ends[0];
		end[file].fd = ends[1];
		lanes.push_back({ends[0], to});
	}
	static bool is_same(int a, int b)
	{
		struct stat x, y;
		return fstat(a, &x) == 0 && fstat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
	}
};

// From here to exec the child calls only what is allowed after a fork of a process with threads.

[[noreturn]] void give_up(int pipe, const char *doing)
{
	ExecFailure failure{doing, errno};
	(void)!write(pipe, &failure, sizeof failure);
	_exit(127);
}

void reset_signals()
{
	for (int s = 1; s < NSIG; s++)
		signal(s, SIG_DFL); // fails for a few, which have no handler either
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, nullptr);
}

void close_at_exec()
{
	if (syscall(SYS_close_range, 3, ~0U, 4 /* CLOSE_RANGE_CLOEXEC */) == 0)
		return;
	long limit = sysconf(_SC_OPEN_MAX); // kernels before 5.11
	for (int fd = 3; fd < limit; fd++)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
}

// Where memory runs out the kernel should choose a run, rather than anything else on the machine.
void offer_to_kernel()
{
	int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
	if (file >= 0)
		(void)!write(file, "1000", 4);
	if (file >= 0)
		close(file);
}

// The stack limit decides where the kernel maps libraries; a checked crash should leave no core file.
void fix_limits()
{
	struct rlimit stack;
	if (getrlimit(RLIMIT_STACK, &stack) == 0 && (stack.rlim_max == RLIM_INFINITY || stack.rlim_max >= kStack)) {
		stack.rlim_cur = kStack;
		setrlimit(RLIMIT_STACK, &stack);
	}
	struct rlimit core = {0, 0};
	setrlimit(RLIMIT_CORE, &core);
}

void redirect(int pipe, const Output &output)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null < 0)
		give_up(pipe, "open /dev/null");
	dup2(null, 0);
	for (int file = 1; file <= 2; file++) {
		int to = output.end[file - 1].fd;
		dup2(to < 0 ? null : to, file);
	}
}

[[noreturn]] void become(
	const Launch &what, char **argv, char **envp, int socket, const Output &output, int pipe, pid_t parent)
{
	pipe = fcntl(pipe, F_DUPFD_CLOEXEC, kProgramSocket + 1);
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent) // it died before the line above
		_exit(127);
	reset_signals();
	redirect(pipe, output);
	close_at_exec();
	if (dup2(socket, kProgramSocket) < 0)
		give_up(pipe, "pass the socket");
	if (socket == kProgramSocket)
		fcntl(socket, F_SETFD, 0);
	if (!what.directory.empty() && chdir(what.directory.c_str()) != 0)
		give_up(pipe, "enter the working directory");
	fix_limits();
	offer_to_kernel();
	// Refused in some containers: addresses then differ from one start to the next, but not between the runs of
	// one.
	personality(ADDR_NO_RANDOMIZE);
	execve(what.path.c_str(), argv, envp);
	give_up(pipe, "execute");
}

} // namespace

Launched launch(const Launch &what)
{
	std::vector<std::string> env = what.env;
	env.push_back("DRISTA_FD=" + std::to_string(kProgramSocket));
	std::vector<char *> argv = pointers(what.args), envp = pointers(env);

	int pair[2], ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		throw Failure("START", std::string("cannot make a socket pair: ") + strerror(errno), errno);
	Descriptor ours(pair[0]), theirs(pair[1]);
	if (pipe2(ends, O_CLOEXEC) != 0)
		throw Failure("START", std::string("cannot make a pipe: ") + strerror(errno), errno);
	Descriptor from(ends[0]), to(ends[1]);
	Output output(what.output);

	sigset_t all, before; // no handler of ours may run in the child
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pid_t parent = getpid();
	pid_t pid = fork();
	if (pid == 0)
		become(what, argv.data(), envp.data(), theirs.fd, output, to.fd, parent);
	int error = errno;
	pthread_sigmask(SIG_SETMASK, &before, nullptr);
	if (pid < 0)
		throw Failure("START", std::string("cannot fork: ") + strerror(error), error);

	setpgid(pid, pid); // parent and child both do it; fails after exec, when the child has done it
	to.close();
	ExecFailure failure;
	ssize_t n;
	while ((n = read(from.fd, &failure, sizeof failure)) < 0 && errno == EINTR)
		;
	if (n == sizeof failure) {
		while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR)
			;
		throw Failure("START", std::string("cannot ") + failure.doing + ": " + strerror(failure.error),
			failure.error);
	}
	fcntl(ours.fd, F_SETFL, O_NONBLOCK);
	return {pid, ours.release(), output.release()};
}
