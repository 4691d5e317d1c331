// malloc of the program: operator new takes memory from it, as libstdc++'s does.
// drista: verified
#include <cassert>
#include <cstdlib>
#include <thread>

static char arena[1 << 20];
static std::size_t used;

extern "C" void *malloc(std::size_t size) noexcept
{
	void *block = arena + __atomic_fetch_add(&used, (size + 15) & ~15ul, __ATOMIC_RELAXED);
	return block;
}
extern "C" void free(void *) noexcept {}

static bool ours(const void *p) {
	return p >= static_cast<const void *>(arena) && p < static_cast<const void *>(arena + sizeof arena);
}

int main()
{
	int *one = new int(1), *many = new int[3];
	assert(ours(one) && ours(many));
	std::thread other([] { int *p = new int; assert(ours(p)); delete p; });
	delete one;
	delete[] many;
	other.join();
}
