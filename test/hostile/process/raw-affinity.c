// System calls about processors, made as such: the set is that of the thread as libc's functions have it, and what they
// write is seen.
// drista: verified
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned long *set;

static void *body(void *unused)
{
	assert(syscall(SYS_sched_getaffinity, 0, 1024, set) == sizeof *set);
	assert(*set == 1);
	return unused;
}

int main(void)
{
	unsigned processor = 7, node = 7;
	unsigned long one = 1;
	cpu_set_t same;
	set = malloc(1024);
	*set = 0;
	assert(syscall(SYS_sched_getaffinity, 0, 1024, set) == sizeof *set);
	assert(sched_getaffinity(0, sizeof same, &same) == 0);
	assert(*set != 0 && *set == same.__bits[0]);
	assert(syscall(SYS_sched_setaffinity, 0, sizeof one, &one) == 0);
	assert(syscall(SYS_getcpu, &processor, &node, NULL) == 0);
	assert(processor == 0 && node == 0);
	assert(syscall(SYS_sched_getaffinity, 0, 1024, NULL) == -1 && errno == EFAULT);
	assert(syscall(SYS_sched_setaffinity, 0, sizeof one, NULL) == -1 && errno == EFAULT);
	assert(syscall(SYS_sched_getaffinity, 0, 3, set) == -1 && errno == EINVAL);
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	pthread_join(t, 0);
	free(set);
	return 0;
}
