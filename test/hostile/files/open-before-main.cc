// The kernel keeps the offset of a file that a constructor has opened: each run begins where that has left it.
// drista: verified
#include <atomic>
#include <cassert>
#include <cstdio>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

static int file = open("/proc/self/exe", O_RDONLY);
static char first;
static ssize_t begun = read(file, &first, 1);
static std::atomic<int> flag;

int main()
{
	std::thread t([] { flag = 1; });
	char c = 0;
	assert(begun == 1 && first == 0x7f);
	if (flag)
		assert(read(file, &c, 1) == 1 && c == 'E');
	assert(lseek(file, 0, SEEK_CUR) == (c ? 2 : 1));
	t.join();
}
