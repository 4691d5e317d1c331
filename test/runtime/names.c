/* A program may have functions with the names of libc's, as long as it means no others: the runtime must not call them.
 * (strlen is not among these: libgcc itself takes the program's when it unwinds.) */
#include <pthread.h>

static void fail(void) { *(volatile int *)8 = 1; }
#define OWN(name) void name(void) { fail(); }
OWN(poll) OWN(read) OWN(write) OWN(writev) OWN(open) OWN(close) OWN(fcntl) OWN(dup2) OWN(eventfd) OWN(isatty)
	OWN(readlink)
OWN(prctl) OWN(getpid) OWN(getppid) OWN(kill) OWN(waitpid) OWN(signal) OWN(sigaction) OWN(sigaltstack) OWN(sigprocmask)
OWN(strerror) OWN(getenv) OWN(unsetenv) OWN(backtrace) OWN(mmap) OWN(munmap) OWN(madvise) OWN(atoi) OWN(strtol)
OWN(snprintf) OWN(vsnprintf) OWN(strtok) OWN(syscall) OWN(sysconf) OWN(getcpu) OWN(get_nprocs)
OWN(thrd_create) OWN(thrd_sleep) OWN(thrd_yield) OWN(mtx_lock) OWN(cnd_wait) OWN(call_once) OWN(tss_set)

static _Atomic int x;
static void *store(void *a) { x = 1; return a; }

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, store, 0);
	int seen = x;
	pthread_join(t, 0);
	return seen == 2;
}
