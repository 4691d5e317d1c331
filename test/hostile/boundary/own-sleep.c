// The program has functions that are named like ones of libc: they are called, as without drista.
// drista: verified
#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int calls;

int nanosleep(const struct timespec *wanted, struct timespec *left) { (void)wanted, (void)left; calls++; return 7; }
unsigned sleep(unsigned seconds) { calls++; return seconds + 1; }
int sched_yield(void) { calls++; return 8; }
int rand(void) { calls++; return 9; }
size_t strlen(const char *text) // libraries call it too
{
	size_t length = 0;
	while (text[length])
		length++;
	return length;
}
int atoi(const char *text) { (void)text; calls++; return 11; }
ssize_t read(int file, void *to, size_t size) { (void)file, (void)to, (void)size; calls++; return 12; }
pid_t fork(void) { calls++; return 13; }

int main(void)
{
	const struct timespec t = {1, 0};
	char text[] = "a", *volatile given = text;
	assert(nanosleep(&t, 0) == 7 && sleep(1) == 2 && sched_yield() == 8 && rand() == 9);
	assert(strlen(given) == 1 && atoi(given) == 11 && read(0, text, 1) == 12 && fork() == 13);
	assert(calls == 7);
	return 0;
}
