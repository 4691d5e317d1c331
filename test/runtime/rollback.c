/* Programs that are run in the server's own process, and put back: what they leave behind, and what they may not do
 * there. */
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int x, y;
static atomic_long seen;
static int runs = 1, zero[5000];
static char *last = "";
static _Thread_local int mine;
static char **arguments;

static void show(long value) { atomic_store(&seen, value); }

static void at_exit(void) { show(zero[4999]); }

static void *thread(void *unused)
{
	show(mine++);
	char *block = calloc(1, 30000);
	show(block[29999]++);
	show((long)block);
	atomic_store(&x, 1);
	show(atomic_load(&y));
	errno = 7;
	free(block);
	return unused;
}

/* Everything that a run could find changed by the one before is shown. */
static void leaves_all_kinds_of_things(void)
{
	pthread_t t, u;
	atexit(at_exit);
	show(runs++);
	show(zero[4999]++);
	show(errno);
	errno = 5;
	show(*last);
	last = strdup("left");
	show(fegetround());
	fesetround(FE_UPWARD);
	show(*arguments[1]);
	*arguments[1] = 'L';
	show(getenv("LEFT") != NULL);
	putenv("LEFT=1");
	show((long)__fpending(stdout));
	printf("some text\n");
	show(rand());
	pthread_create(&t, NULL, thread, NULL);
	pthread_create(&u, NULL, thread, NULL);
	atomic_store(&y, 1);
	show(atomic_load(&x));
	pthread_join(t, NULL);
	pthread_join(u, NULL);
}

static void *overflow(void *p)
{
	volatile char room[10000];
	room[0] = 1;
	return overflow((void *)room) == p ? NULL : p;
}

static void handler(int number) { atomic_store(&x, number); }

static void opens(void)
{
	int file = open("/dev/zero", O_RDONLY);
	show(file);
}

static void reads_a_file(void)
{
	FILE *f = fopen("/proc/self/comm", "r");
	char text[16];
	show(fgets(text, sizeof text, f) ? text[0] : 0);
}

static void makes_a_pipe(void)
{
	int end[2];
	show(pipe(end));
}

static void calls_the_kernel_itself(void)
{
	long result;
	__asm__ volatile("syscall" : "=a"(result) : "a"(SYS_dup), "D"(0)
		: "rcx", "r11", "memory");
	show(result);
}

static void asks_only(void)
{
	sigset_t now;
	pthread_sigmask(SIG_SETMASK, NULL, &now);
	show(sigismember(&now, SIGINT));
	show(isatty(1));
	show(fputs("text", stderr) >= 0);
	show(getchar());
	show(sched_get_priority_max(SCHED_FIFO));
}

static void handles_a_signal(void)
{
	signal(SIGUSR1, handler);
	show(atomic_load(&x));
}

static void waits_for_ever(void) { for (volatile int i = 0;; i++) ; }

static void writes_much(void)
{
	char *block = malloc(16 << 20);
	for (int i = 0; i < 16 << 20; i += 4096)
		block[i] = 1;
	show(block[4096]);
	free(block);
}

static void leaks(void)
{
	show((long)malloc(100));
	show((long)malloc(5000));
}

static void crashes(void) { show(1), *(volatile int *)16 = 1; }
static void aborts(void) { show(1), abort(); }
static void divides(void) { show(1), show(1 / atomic_load(&x)); }
static void raises(void) { show(1), raise(SIGSEGV); }
static void leaves(void) { show(1), _exit(3); }
static void leaves_by_the_kernel(void) { show(1), syscall(SYS_exit_group, 4); }
static void overflows(void) { show(1), overflow(NULL); }

static void frees_twice(void)
{
	char *volatile block = malloc(10);
	free(block);
	free(block);
}

static void deadlocks(void)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
}

/* Two runs that differ: only one of them crashes. */
static void crashes_if_told(void)
{
	show(runs++);
	if (atomic_load(&x))
		*(volatile int *)16 = 1;
}

/* The call of a 32-bit program that ends the process, with the number that means write to a 64-bit one. */
static void leaves_by_another_gate(void)
{
	show(1);
	__asm__ volatile("int $0x80" : : "a"(1), "b"(5), "D"(0), "d"(0) : "memory");
	show(2);
}

/* What registers hold that no call preserves: the base of gs, the x87 stack, the upper half of ymm15. */
static void leaves_registers(void)
{
	struct { unsigned short control, a, status, b, tags, c; unsigned rest[4]; } x87;
	unsigned long gs, upper[2] = {0, 0};
	__asm__ volatile("rdgsbase %0" : "=r"(gs));
	show((long)gs);
	__asm__ volatile("wrgsbase %0" : : "r"(arguments));
	__asm__ volatile("fnstenv %0\n\tfldenv %0" : "+m"(x87));
	show(x87.tags);
	if (__builtin_cpu_supports("avx"))
		__asm__ volatile("vextractf128 $1, %%ymm15, %0\n\tvcmptrueps %%ymm15, %%ymm15, %%ymm15"
			: "+m"(upper) : : "xmm15");
	show((long)upper[0]);
	__asm__ volatile("fld1");
}

static void computes(void)
{
	for (volatile int i = 0; i < 1000000; i++) ;
	show(1);
}

/* Before main, without libc: what acts on the process beside the program's own instructions. */
static void has_a_thread(void) { show(1); }
static void has_a_timer(void) { show(1); }

static long kernel(long number, long a, long b, long c)
{
	long result;
	register long d __asm__("r10") = 0, e __asm__("r8") = 0;
	__asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(d), "r"(e)
		: "rcx", "r11", "memory");
	return result;
}

/* Of the kernel itself: it is another one in each process. */
static void asks_its_number(void) { show(kernel(SYS_getpid, 0, 0, 0) > 0); }

static void make_thread(void)
{
	static char stack[4096] __attribute__((aligned(16)));
	const long flags = 0x100 | 0x200 | 0x400 | 0x800 | 0x10000; /* memory, files ... of the process, as its thread */
	long result;
	register long d __asm__("r10") = 0, e __asm__("r8") = 0;
	__asm__ volatile("syscall\n\ttestq %%rax, %%rax\n\tjnz 2f\n1:\tmovl $34, %%eax\n\tsyscall\n\tjmp 1b\n2:"
		: "=a"(result) : "a"(SYS_clone), "D"(flags), "S"(stack + sizeof stack), "d"(0), "r"(d), "r"(e)
		: "rcx", "r11", "memory");
	if (result < 0)
		abort();
}

__attribute__((constructor)) static void before_main(int count, char **argument)
{
	static const long in_an_hour[4] = {0, 0, 3600, 0};
	if (count > 1 && strcmp(argument[1], "has_a_thread") == 0)
		make_thread();
	if (count > 1 && strcmp(argument[1], "has_a_timer") == 0)
		kernel(SYS_setitimer, 0, (long)in_an_hour, 0);
}

#define CASE(name) {#name, name}
static const struct { const char *name; void (*function)(void); } cases[] = {
	CASE(leaves_all_kinds_of_things), CASE(opens), CASE(reads_a_file), CASE(makes_a_pipe), CASE(calls_the_kernel_itself),
		CASE(asks_only),
	CASE(handles_a_signal), CASE(waits_for_ever), CASE(writes_much), CASE(leaks), CASE(crashes), CASE(aborts),
		CASE(divides), CASE(raises),
	CASE(leaves), CASE(leaves_by_the_kernel), CASE(overflows), CASE(frees_twice), CASE(deadlocks), CASE(crashes_if_told),
	CASE(asks_its_number), CASE(leaves_by_another_gate), CASE(leaves_registers), CASE(computes),
	CASE(has_a_thread), CASE(has_a_timer),
};

int main(int count, char **argument)
{
	arguments = argument;
	for (size_t i = 0; count > 1 && i < sizeof cases / sizeof *cases; i++)
		if (strcmp(argument[1], cases[i].name) == 0)
			cases[i].function();
	return 2;
}
