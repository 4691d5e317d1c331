// Concurrency Kit: one thread passes two numbers to another through a ring.
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>

static ck_ring_t ring;
static ck_ring_buffer_t room[4];
static int numbers[2];

static void *producer(void *unused)
{
	for (int i = 0; i < 2; i++) {
		numbers[i] = i + 1;
		while (!ck_ring_enqueue_spsc(&ring, room, &numbers[i]))
			;
	}
	return unused;
}

int main(void)
{
	pthread_t other;
	ck_ring_init(&ring, 4);
	pthread_create(&other, 0, producer, 0);
	for (int i = 0; i < 2; i++) {
		void *got;
		while (!ck_ring_dequeue_spsc(&ring, room, &got))
			;
		assert(*(int *)got == i + 1);
	}
	pthread_join(other, 0);
	return 0;
}
