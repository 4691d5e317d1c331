// GCC's __sync builtins are seq_cst atomics, __sync_lock_test_and_set acquires and __sync_lock_release releases.
// drista: verified
#include <assert.h>
#include <pthread.h>

static int x, lock, data;
static long y;
static char z;
static short w;

static void *body(void *unused)
{
	__sync_fetch_and_add(&x, 3);
	__sync_sub_and_fetch(&x, 1);
	__sync_add_and_fetch(&y, 2);
	__sync_fetch_and_sub(&y, 1);
	__sync_fetch_and_or(&z, 4);
	__sync_and_and_fetch(&z, 7);
	__sync_or_and_fetch(&w, 1);
	__sync_fetch_and_and(&w, 3);
	__sync_xor_and_fetch(&y, 0);
	__sync_fetch_and_xor(&y, 0);
	__sync_synchronize();
	while (__sync_lock_test_and_set(&lock, 1))
		;
	data++;
	__sync_lock_release(&lock);
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, body, NULL);
	__sync_fetch_and_add(&x, 2);
	while (!__sync_bool_compare_and_swap(&lock, 0, 1))
		;
	data++;
	__sync_lock_release(&lock);
	pthread_join(a, NULL);
	assert(x == 4 && y == 1 && z == 4 && w == 1 && data == 2);
	assert(__sync_val_compare_and_swap(&x, 4, 5) == 4 && x == 5);
	assert(__sync_fetch_and_nand(&x, 1) == 5 && x == ~1 && __sync_nand_and_fetch(&x, 1) == ~(~1 & 1));
	return 0;
}
