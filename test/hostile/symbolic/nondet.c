// What __VERIFIER_nondet_int and the like return are inputs: one pair of values leads to the error.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *unused)
{
	int value = __VERIFIER_nondet_int();
	pthread_mutex_lock(&lock);
	if (__VERIFIER_nondet_bool() && value % 1000 == 123)
		sum += value;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t thread;
	unsigned char less = __VERIFIER_nondet_uchar();
	pthread_create(&thread, NULL, add, NULL);
	pthread_join(thread, NULL);
	assert(sum - less != 7777000 - 100); // WRONG
	return 0;
}
