/*
 * The work-stealing deque of Chase and Lev (SPAA 2005) with the orders of Le, Pop, Cohen and Zappa Nardelli (Correct
 * and Efficient Work-Stealing for Weak Memory Models, PPoPP 2013, figure 1), without growth of the buffer.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SIZE 4

static atomic_long top, bottom;
static int *_Atomic buffer[SIZE];
static int values[2];
static int taken[2];

static void push(int *item)
{
	long b = atomic_load_explicit(&bottom, memory_order_relaxed);
	long t = atomic_load_explicit(&top, memory_order_acquire);
	assert(b - t < SIZE);
	atomic_store_explicit(&buffer[b % SIZE], item, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int *take(void)
{
	long b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
	atomic_store_explicit(&bottom, b, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	long t = atomic_load_explicit(&top, memory_order_relaxed);
	int *item = NULL;
	if (t <= b) {
		item = atomic_load_explicit(&buffer[b % SIZE], memory_order_relaxed);
		if (t == b) {
			if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
				memory_order_relaxed))
				item = NULL;
			atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
		}
	} else {
		atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
	}
	return item;
}

static int *steal(void)
{
	long t = atomic_load_explicit(&top, memory_order_acquire);
	atomic_thread_fence(memory_order_seq_cst);
	long b = atomic_load_explicit(&bottom, memory_order_acquire);
	if (t >= b)
		return NULL;
	int *item = atomic_load_explicit(&buffer[t % SIZE], memory_order_relaxed);
	if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
		return NULL;
	return item;
}

static void use(int *item)
{
	if (item == NULL)
		return;
	assert(*item == 7);
	*item = 8;
	taken[item - values]++;
}

static void *thief(void *unused)
{
	use(steal());
	use(steal());
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, thief, NULL);
	values[0] = 7;
	push(&values[0]);
	values[1] = 7;
	push(&values[1]);
	use(take());
	use(take());
	pthread_join(a, NULL);
	assert(taken[0] <= 1 && taken[1] <= 1);
	return 0;
}
