/* Programs that count how often main begins, in memory that all processes share: snapshots.test.ts. What they do before
 * their threads, or in one, has the name that is the last argument; with two of them the number is not stored. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_int x, y;
static atomic_long seen;
static _Atomic(int *) pointer;
static unsigned data[2];
static long *begun;
static const char *what;

__attribute__((constructor)) static void before_all(void)
{
	begun = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static int is(const char *name) { return strcmp(what, name) == 0; }

static void first(void)
{
	char *p;
	long steps = 100000000;
	int files[2];
	struct sigaction action;
	if (is("opens"))
		(void)!open("/dev/zero", O_RDONLY);
	if (is("closes"))
		close(open("/dev/zero", O_RDONLY));
	if (is("makes_a_pipe"))
		(void)!pipe(files);
	if (is("shares"))
		(void)!mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (is("takes_the_signal")) {
		sigaction(SIGSYS, NULL, &action);
		atomic_store(&seen, action.sa_handler == SIG_DFL);
	}
	if (is("prints")) {
		printf("some text\n");
		fprintf(stderr, "more\n");
		fflush(NULL);
	}
	if (is("has_memory_of_its_own")) {
		p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		p[0] = 1;
		mprotect(p, 4096, PROT_READ);
		munmap(p + 4096, 4096);
		atomic_store(&seen, (long)p);
		signal(SIGUSR1, SIG_IGN);
		atomic_store(&seen, (long)malloc(1 << 20));
	}
	if (is("computes_first"))
		__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(steps));
}

static void *one(void *unused)
{
	int local[4]; /* nobody writes it but the end of the thread */
	if (is("points"))
		atomic_store(&pointer, local);
	int got = atomic_load(&x);
	if (is("crashes") && got)
		*(volatile int *)8 = 1;
	if (is("hangs") && got)
		for (volatile int on = 1; on; )
			;
	if (is("opens_later"))
		atomic_store(&seen, open("/dev/zero", O_RDONLY));
	if (is("computes"))
		for (int i = 0; i < 5000000; i++)
			data[0] += i;
	atomic_store(&y, 1);
	return unused;
}

static void *other(void *unused)
{
	int *p = is("points") ? atomic_load(&pointer) : NULL;
	int got = atomic_load(&y);
	if (p)
		*(volatile int *)p;
	atomic_store(&x, got + 1);
	for (int i = 0; is("goes_on") && i < 12; i++)
		atomic_load(&y);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t t, u;
	what = argv[argc - 1];
	++*begun;
	if (argc == 2)
		atomic_store(&seen, *begun);
	first();
	pthread_create(&t, NULL, one, NULL);
	pthread_create(&u, NULL, other, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
