// Values that point to elements of arrays, to functions, and to blocks of the heap.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
static struct node a_pool_of_nodes_whose_name_is_rather_long_for_a_lane_of_a_thread[4];
_Atomic(struct node *) a_pointer_whose_name_is_rather_long_for_the_narrow_lane_of_a_thread_and_will_not_fit_in_it;
_Atomic(struct node *) fresh;
_Atomic(uintptr_t) word;
static int array[8];
static void begin(void) {}
static void end(void) {}
_Atomic(void (*)(void)) handler = begin;
#define NODES a_pool_of_nodes_whose_name_is_rather_long_for_a_lane_of_a_thread
#define TOP a_pointer_whose_name_is_rather_long_for_the_narrow_lane_of_a_thread_and_will_not_fit_in_it

static void *work(void *unused)
{
    struct node *old = NULL;
    atomic_compare_exchange_strong(&TOP, &old, &NODES[2]);
    atomic_store(&handler, end);
    atomic_store(&word, (uintptr_t)&array[5]);
    atomic_store(&fresh, malloc(sizeof(struct node)));
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(atomic_load(&handler) == begin || atomic_load(&TOP) != &NODES[2] || !atomic_load(&word));
    return 0;
}
