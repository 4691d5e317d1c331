// The same with clone(CLONE_PARENT): the new process is no child of the run.
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
	if (call(56, 0x8000 | 17, 0) == 0) {
		call(112, 0, 0);
		for (;;)
			call(34, 0, 0); /* pause */
	}
	return 0;
}
