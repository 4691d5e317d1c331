// A thread assigns a std::wstring while another compares it.
// drista: error data-race
#include <string>
#include <thread>

static std::wstring text = L"0123456789";

int main()
{
	std::thread thread([] { text[7] = L'x'; });
	bool same = text == L"0123456789";
	thread.join();
	return same;
}
