/* The queue lock of Craig (1993) and of Landin and Hagersten (1994) with the orders of libvsync's clhlock.h. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	atomic_int locked;
};

static struct node nodes[4];
static struct node *_Atomic tail = &nodes[3];
static int data;

static void *worker(void *node)
{
	struct node *mine = node;
	atomic_store_explicit(&mine->locked, 1, memory_order_relaxed);
	struct node *before = atomic_exchange_explicit(&tail, mine, memory_order_seq_cst);
	while (atomic_load_explicit(&before->locked, memory_order_acquire))
		;
	data++;
	atomic_store_explicit(&mine->locked, 0, memory_order_release);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, worker, &nodes[0]);
	pthread_create(&b, NULL, worker, &nodes[1]);
	worker(&nodes[2]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(data == 3);
	return 0;
}
