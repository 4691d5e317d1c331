// What a program says to sanitizers is accepted, and orders nothing.
// drista: error data-race at WRONG
#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/linux_syscall_hooks.h>
#include <sanitizer/lsan_interface.h>
#include <sanitizer/tsan_interface.h>
#include <sanitizer/tsan_interface_atomic.h>

static int shared;
static __tsan_atomic32 word;

static void *body(void *unused)
{
	__tsan_acquire(&shared);
	shared++; // WRONG
	__tsan_release(&shared);
	__tsan_atomic32_fetch_add(&word, 1, __tsan_memory_order_seq_cst);
	__sanitizer_syscall_pre_close(3);
	__sanitizer_syscall_post_close(0, 3);
	ASAN_POISON_MEMORY_REGION(&shared, sizeof shared);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	body(0);
	pthread_join(t, 0);
	return 0;
}
