/* The queue lock of Mellor-Crummey and Scott (TOCS 1991) with the orders of libvsync's mcslock.h. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	struct node *_Atomic next;
	atomic_int locked;
};

static struct node *_Atomic tail;
static int data;

static void acquire(struct node *node)
{
	atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
	atomic_store_explicit(&node->locked, 1, memory_order_relaxed);
	struct node *before = atomic_exchange_explicit(&tail, node, memory_order_seq_cst);
	if (before == NULL)
		return;
	atomic_store_explicit(&before->next, node, memory_order_release);
	while (atomic_load_explicit(&node->locked, memory_order_acquire))
		;
}

static void release(struct node *node)
{
	struct node *next = atomic_load_explicit(&node->next, memory_order_relaxed);
	if (next == NULL) {
		struct node *me = node;
		if (atomic_compare_exchange_strong_explicit(&tail, &me, NULL, memory_order_release,
			memory_order_relaxed))
			return;
		while (atomic_load_explicit(&node->next, memory_order_relaxed) == NULL)
			;
	}
	next = atomic_load_explicit(&node->next, memory_order_acquire);
	atomic_store_explicit(&next->locked, 0, memory_order_release);
}

static void *worker(void *unused)
{
	struct node node;
	acquire(&node);
	data++;
	release(&node);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	worker(NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return data != 3;
}
