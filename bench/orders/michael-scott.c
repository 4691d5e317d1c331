/*
 * The queue of Michael and Scott (PODC 1996) with the orders of the version in GenMC's tests. Nodes are not used twice,
 * so pointers need no counters.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	int value;
	struct node *_Atomic next;
};

/* A node that is not in the queue yet leads nowhere. */
#define NOWHERE ((struct node *)1)
static struct node nodes[3] = {{0, NULL}, {0, NOWHERE}, {0, NOWHERE}};
static struct node *_Atomic head = &nodes[0], *_Atomic tail = &nodes[0];

static void enqueue(struct node *node, int value)
{
	node->value = value;
	atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
	for (;;) {
		struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
		struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
		if (next != NULL) {
			atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release,
				memory_order_relaxed);
		} else if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, memory_order_release,
			memory_order_relaxed)) {
			atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_release,
				memory_order_relaxed);
			return;
		}
	}
}

static int dequeue(void)
{
	for (;;) {
		struct node *first = atomic_load_explicit(&head, memory_order_acquire);
		struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
		struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
		if (next == NULL)
			return 0;
		if (first == last)
			atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release,
				memory_order_relaxed);
		else if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release,
			memory_order_relaxed))
			return next->value;
	}
}

static void *producer(void *unused)
{
	enqueue(&nodes[1], 1);
	return unused;
}

static void *consumer(void *unused)
{
	int value = dequeue();
	assert(value >= 0 && value <= 2);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, producer, NULL);
	pthread_create(&b, NULL, consumer, NULL);
	enqueue(&nodes[2], 2);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	int one = dequeue(), two = dequeue();
	assert(one != 0 && (two == 0 || two != one));
	return 0;
}
