// A plain read takes the expression of the write that it reads from, though a later one has left the same value: with
// x = 0 both are 5, and memory has no expression any more.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --races ignore
// hostile: once
// drista: says unsigned char x[] = { 0xdb, 0xca, 0xde, 0x00 };
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static uint32_t plain;
static atomic_int written;

static void *reader(void *unused)
{
	if (atomic_load_explicit(&written, memory_order_relaxed))
		drista_assert(plain != 0xdecade); // WRONG
	return unused;
}

int main(void)
{
	uint32_t x;
	pthread_t t;
	drista_symbolic(&x, sizeof x, "x");
	pthread_create(&t, 0, reader, 0);
	plain = x ^ 5;
	plain = 5;
	atomic_store_explicit(&written, 1, memory_order_relaxed);
	pthread_join(t, 0);
	return 0;
}
