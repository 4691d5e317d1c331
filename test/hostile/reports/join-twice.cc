// A std::thread that was joined already throws when it is joined again; the exception passes through drista's runtime.
// drista: verified
#include <cassert>
#include <system_error>
#include <thread>

static int thrown;

static void again(std::thread &t)
{
	try {
		t.join();
	} catch (const std::system_error &e) {
		assert(e.code() == std::errc::invalid_argument);
		thrown++;
	}
}

int main()
{
	int n = 0;
	std::thread t([&n] { n++; });
	t.join();
	for (int i = 0; i < 3; i++)
		again(t);
	assert(n == 1 && thrown == 3);
	std::thread u([] {});
	u.detach();
	assert(!u.joinable());
}
