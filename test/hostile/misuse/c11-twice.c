// The objects of threads.h are those of POSIX: a mutex made twice.
// hostile: long
// drista: error misuse at WRONG
// hostile: once
#include <threads.h>

static mtx_t m;
static cnd_t c;

int main(void)
{
	cnd_init(&c);
	mtx_init(&m, mtx_plain);
	cnd_destroy(&c);
	cnd_init(&c);
	mtx_init(&m, mtx_recursive); // WRONG
	return 0;
}
