// Userspace RCU's wait-free queue: two threads enqueue, and one dequeues.
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <urcu/wfcqueue.h>

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct item { int value; struct cds_wfcq_node node; } items[2];

static void enqueue(int i)
{
	items[i].value = i + 1;
	cds_wfcq_node_init(&items[i].node);
	cds_wfcq_enqueue(&head, &tail, &items[i].node);
}

static void *producer(void *unused)
{
	enqueue(0);
	return unused;
}

int main(void)
{
	pthread_t other;
	cds_wfcq_init(&head, &tail);
	pthread_create(&other, 0, producer, 0);
	enqueue(1);
	struct cds_wfcq_node *node = cds_wfcq_dequeue_blocking(&head, &tail);
	assert(node);
	int value = caa_container_of(node, struct item, node)->value;
	assert(value == 1 || value == 2);
	pthread_join(other, 0);
	return 0;
}
