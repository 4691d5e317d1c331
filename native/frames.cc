// Frames over a socket (frames.h).
#include "frames.h"

#include "failure.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <string>
#include <sys/socket.h>

namespace
{

constexpr size_t kHeader = 8;
constexpr uint32_t kLongest = 1u << 30;

void wait_for(int socket, short events, Deadline deadline, const std::atomic<bool> *held = nullptr)
{
	using namespace std::chrono;
	auto timeout = deadline - steady_clock::now();
	for (;;) {
		auto left = duration_cast<milliseconds>(deadline - steady_clock::now()).count();
		struct pollfd p = {socket, events, 0};
		int n = poll(&p, 1, left < 0 ? 0 : static_cast<int>(left) + 1);
		if (n > 0)
			return; // also for POLLHUP and POLLERR: the next call reports the error
		if (n == 0 && held && *held)
			deadline = steady_clock::now() + timeout;
		else if (n == 0 && steady_clock::now() >= deadline)
			throw Failure("TIMEOUT", "no answer in time");
		if (n < 0 && errno != EINTR)
			throw Failure("EOF", std::string("cannot wait for the program: ") + strerror(errno), errno);
	}
}

// Receives at least one byte.
size_t receive_some(int socket, uint8_t *to, size_t room, Deadline deadline, const std::atomic<bool> *held)
{
	for (;;) {
		ssize_t n = recv(socket, to, room, MSG_DONTWAIT);
		if (n > 0)
			return static_cast<size_t>(n);
		if (n == 0)
			throw Failure("EOF", "the program closed the connection");
		if (errno == EAGAIN || errno == EWOULDBLOCK)
			wait_for(socket, POLLIN, deadline, held);
		else if (errno != EINTR)
			throw Failure(
				"EOF", std::string("the connection to the program broke: ") + strerror(errno), errno);
	}
}

} // namespace

Deadline deadline_after(double milliseconds)
{
	constexpr double day = 86400e3;
	double ms = milliseconds >= 0 ? std::min(milliseconds, day) : 0;
	return std::chrono::steady_clock::now() + std::chrono::microseconds(static_cast<int64_t>(ms * 1000));
}

void set_processor(uint8_t *frame, size_t size, uint16_t processor)
{
	if (size >= kHeader)
		memcpy(frame + kHeader - sizeof processor, &processor, sizeof processor);
}

void send_all(int socket, const uint8_t *bytes, size_t size, Deadline deadline)
{
	while (size > 0) {
		ssize_t n = send(socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n >= 0) {
			bytes += n;
			size -= static_cast<size_t>(n);
		} else if (errno == EAGAIN || errno == EWOULDBLOCK) {
			wait_for(socket, POLLOUT, deadline);
		} else if (errno != EINTR) {
			throw Failure("EOF", std::string("cannot send to the program: ") + strerror(errno), errno);
		}
	}
}

size_t receive_frame(int socket, std::vector<uint8_t> &buffer, Deadline deadline, const std::atomic<bool> *held)
{
	if (buffer.size() < 65536)
		buffer.resize(65536);
	size_t have = 0, size = kHeader;
	while (have < size) {
		// Into all the room there is: header and body mostly come in one call.
		have += receive_some(socket, buffer.data() + have, buffer.size() - have, deadline, held);
		if (size == kHeader && have >= kHeader) {
			uint32_t body;
			memcpy(&body, buffer.data(), sizeof body);
			if (body > kLongest)
				throw Failure(
					"PROTOCOL", "a frame of " + std::to_string(body) + " bytes was announced");
			size = kHeader + body;
		}
		if (have == buffer.size() && have < size) // not before the bytes come: the length may be a lie
			buffer.resize(std::min(size, 4 * buffer.size()));
	}
	if (have > size) // one question, one answer: nothing may follow
		throw Failure("PROTOCOL", std::to_string(have - size) + " bytes came after the end of a frame");
	return size;
}
