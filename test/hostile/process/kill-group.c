// drista: refused
// drista: says kill of a group of processes (called by main of
//
// It would be drista's group, too.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

int main(void)
{
	assert(kill(0, 0) == 0);
	assert(killpg(-1, SIGTERM) == -1 && errno == EINVAL);
	return kill(0, SIGTERM);
}
