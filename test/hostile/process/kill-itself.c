// A program that kills itself has crashed: it was not the kernel that wanted memory.
// drista: error crash at WRONG
// drista: says SIGKILL
#include <signal.h>
#include <unistd.h>

int main(void)
{
	kill(getpid(), SIGKILL); // WRONG
}
