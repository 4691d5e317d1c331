// drista: error assertion
// drista: says stack.store(malloc@pointer-values.c:27, relaxed)
// drista: says stack.compare_exchange(malloc@pointer-values.c:27 → malloc@pointer-values.c:27#2, relaxed) succeeds
// drista: says malloc@pointer-values.c:27#2.store(malloc@pointer-values.c:27, seq_cst)
// drista: says tagged.store(malloc@pointer-values.c:27+1, relaxed)
// drista: says number.store(0x10000000000, relaxed)
// drista: options -v --tune minimise=off
//
// Values that are addresses of blocks are shown by the blocks' names.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
	struct node *_Atomic next;
};

static struct node *_Atomic stack;
static _Atomic uintptr_t tagged, number;

#define RELAXED memory_order_relaxed

static struct node *made(void)
{
	return malloc(sizeof(struct node));
}

static void *look(void *seen)
{
	assert(!atomic_load_explicit(&number, RELAXED));
	return seen;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, look, NULL);
	struct node *first = made(), *second = made(), *found = first;
	atomic_store_explicit(&stack, first, RELAXED);
	second->next = first;
	atomic_compare_exchange_strong_explicit(&stack, &found, second, RELAXED, RELAXED);
	atomic_store_explicit(&tagged, (uintptr_t)first | 1, RELAXED);
	atomic_store_explicit(&number, 1ul << 40, RELAXED);
	pthread_join(t, NULL);
	return 0;
}
