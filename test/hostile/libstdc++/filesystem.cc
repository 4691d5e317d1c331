// What std::filesystem does is compiled into libstdc++ and in no table: the verdict says so.
// drista: verified
// drista: says no errors found
// drista: says code without known effects in libstdc++.so.6
// drista: never says verified
// drista: build -std=c++17
#include <filesystem>
#include <thread>

int main()
{
	std::thread t([] {});
	bool there = std::filesystem::exists("/");
	t.join();
	return !there;
}
