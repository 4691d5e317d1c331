// Two threads use a std::regex each: what they share is a cache of the library's, which is the library's to protect.
// drista: verified
#include <regex>
#include <string>
#include <thread>

static void match(int *found)
{
	std::regex word("[a-c]+x");
	*found = std::regex_match(std::string("abcx"), word);
}

int main()
{
	int first = 0, second = 0;
	std::thread other(match, &first);
	match(&second);
	other.join();
	return !(first && second);
}
