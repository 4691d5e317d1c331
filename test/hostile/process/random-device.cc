// std::random_device gives fixed numbers, that differ from each other, whatever its token; so do the files of random
// numbers.
// drista: verified
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <random>
#include <stdexcept>
#include <sys/random.h>
#include <thread>
#include <unistd.h>

static std::atomic<unsigned> first, second;

static unsigned from_file(const char *name)
{
	unsigned value = 0;
	int file = open(name, O_RDONLY);
	assert(file >= 0 && read(file, &value, sizeof value) == sizeof value);
	close(file);
	unsigned other = 0;
	FILE *stream = fopen(name, "r");
	assert(stream && fread(&other, sizeof other, 1, stream) == 1 && other != value);
	fclose(stream);
	return value ^ other;
}

int main()
{
	auto draw = [](std::atomic<unsigned> *to) {
		std::random_device a, b("/dev/urandom"), c("default");
		unsigned x = a(), y = b(), z = c();
		assert(x != y && y != z && x != z);
		to->store(x ^ y ^ z ^ from_file("/dev/urandom") ^ from_file("/dev/random"));
	};
	std::thread s(draw, &first), t(draw, &second);
	s.join();
	t.join();
	assert(first != second);
	std::mt19937 engine{std::random_device{}()};
	int rolled = std::uniform_int_distribution<>(1, 6)(engine);
	uint32_t more[2];
	assert(!getentropy(more, sizeof more) && more[0] != more[1] && rolled >= 1 && rolled <= 6);
	try {
		std::random_device wrong("no such token");
		assert(false);
	} catch (const std::runtime_error &) {
	}
}
