// A process that raw instructions fork, in a session of its own, dies with the run, and a note tells.
// drista: verified
// drista: says made processes by instructions of its own
static long call(long n, long a, long b)
{
	long r;
	__asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(0) : "rcx", "r11", "memory");
	return r;
}

int main(void)
{
	if (call(57, 0, 0) == 0) { /* fork */
		call(112, 0, 0); /* setsid */
		if (call(57, 0, 0) == 0) {
			long minute[2] = {60, 0};
			call(35, (long)minute, 0); /* nanosleep */
		}
		call(231, 0, 0); /* exit_group */
	}
	return 0;
}
