// A wait on a futex word that was freed.
// drista: error memory at WRONG
// hostile: once
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	int *word = calloc(1, sizeof *word);
	free(word);
	syscall(SYS_futex, word, FUTEX_WAIT, 1, NULL, NULL, 0); // WRONG
	return 0;
}
