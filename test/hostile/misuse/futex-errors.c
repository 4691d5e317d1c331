// The kernel returns errors for a misaligned futex word, and for one that is not mapped; to wake nobody at such a place
// is right.
// drista: verified
// hostile: once
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static char room[8] __attribute__((aligned(8)));

int main(void)
{
	long result = syscall(SYS_futex, room + 1, FUTEX_WAIT, 0, NULL, NULL, 0);
	assert(result == -1 && errno == EINVAL);
	result = syscall(SYS_futex, room, FUTEX_WAKE, 1, NULL, NULL, 0);
	assert(result == 0);
	return 0;
}
