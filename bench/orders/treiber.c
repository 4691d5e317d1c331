/*
 * Treiber's stack (IBM RJ 5118, 1986) with the orders of C++ Concurrency in Action (Williams, 2nd edition, 7.2): a push
 * releases the node, a pop acquires it.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	struct node *next;
	int value;
};

static struct node *_Atomic head;
static struct node nodes[3];

static void push(struct node *node, int value)
{
	node->value = value;
	node->next = atomic_load_explicit(&head, memory_order_relaxed);
	while (!atomic_compare_exchange_strong_explicit(&head, &node->next, node, memory_order_release,
		memory_order_relaxed))
		;
}

static int pop(void)
{
	struct node *node = atomic_load_explicit(&head, memory_order_acquire);
	while (node != NULL && !atomic_compare_exchange_strong_explicit(&head, &node, node->next, memory_order_acquire,
		memory_order_acquire))
		;
	return node == NULL ? 0 : node->value;
}

static void *pusher(void *unused)
{
	push(&nodes[1], 2);
	push(&nodes[2], 3);
	return unused;
}

static void *popper(void *unused)
{
	pop();
	pop();
	return unused;
}

int main(void)
{
	pthread_t a, b;
	push(&nodes[0], 1);
	pthread_create(&a, NULL, pusher, NULL);
	pthread_create(&b, NULL, popper, NULL);
	pop();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
