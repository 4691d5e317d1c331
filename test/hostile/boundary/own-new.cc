// Operators new and delete of the program, and malloc's below them: each block goes through them once.
// drista: verified
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <vector>

static std::atomic<int> blocks;

void *operator new(std::size_t size)
{
	blocks++;
	return malloc(size);
}
void operator delete(void *block) noexcept
{
	if (block)
		blocks--;
	free(block);
}
void operator delete(void *block, std::size_t) noexcept { operator delete(block); }

int main()
{
	int before = blocks;
	std::thread other([] { delete[] new int[3]; });
	{
		std::vector<std::string> texts(2, std::string(100, 'x'));
		assert(blocks >= before + 3);
	}
	other.join();
	assert(blocks == before);
}
