// An exception that nobody catches says what a terminal would obey: it is shown, not obeyed.
// drista: error abort
// drista: says \x1b]0;title\x07
#include <stdexcept>
#include <thread>
int main()
{
	std::thread t([] { throw std::runtime_error("\033]0;title\007"); });
	t.join();
}
