/*
 * Treiber's lock-free stack over a fixed pool of nodes. The head carries a counter beside the index of the top node,
 * so that a compare-exchange fails when the stack has changed in between, even if the same node is on top again.
 * A node that was popped belongs to who popped it.
 *
 * drista: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define NONE 0u
#define INDEX(head) ((head) & 0xffu)
#define HEAD(old, index) ((((old) | 0xffu) + 1) | (index)) /* one more change */

/* Nodes are numbered from 1. */
static atomic_uint next[3];
static atomic_uint head;
static atomic_int owners[3];

static void push(unsigned node)
{
	unsigned old = atomic_load_explicit(&head, memory_order_relaxed);
	do
		atomic_store_explicit(&next[node], INDEX(old), memory_order_relaxed);
	while (!atomic_compare_exchange_strong_explicit(&head, &old, HEAD(old, node), memory_order_release,
		memory_order_relaxed));
}

static unsigned pop(void)
{
	unsigned old = atomic_load_explicit(&head, memory_order_acquire);
	unsigned below;
	do {
		if (INDEX(old) == NONE)
			return NONE;
		below = atomic_load_explicit(&next[INDEX(old)], memory_order_relaxed);
	} while (!atomic_compare_exchange_strong_explicit(&head, &old, HEAD(old, below), memory_order_acquire,
		memory_order_acquire));
	return INDEX(old);
}

static unsigned take(void)
{
	unsigned node = pop();
	if (node != NONE) {
		int before = atomic_fetch_add_explicit(&owners[node], 1, memory_order_relaxed);
		assert(before == 0);
	}
	return node;
}

static void give_back(unsigned node)
{
	atomic_fetch_sub_explicit(&owners[node], 1, memory_order_relaxed);
	push(node);
}

static void *take_one(void *unused)
{
	(void)unused;
	take();
	return NULL;
}

static void *take_two_give_back_one(void *unused)
{
	(void)unused;
	unsigned first = take();
	take();
	if (first != NONE)
		give_back(first);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	push(2);
	push(1);
	pthread_create(&a, NULL, take_one, NULL);
	pthread_create(&b, NULL, take_two_give_back_one, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
