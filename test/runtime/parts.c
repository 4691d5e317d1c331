/* The parts of the runtime that need no scheduler: shadow, promotion, heap, atomics, call stacks. */
#include "core.h"
#include "shadow/heap.h"
#include "tsan-calls.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static char *p;

/* Main with the children 1 and 2, and memory that nobody knows. */
static void two_children(void)
{
	test_begin();
	p = test_fresh();
	test_create(1);
	test_create(2);
}
#define AS(n, access) (test_as(n), access)
#define NEW(wanted) SAYS(test_conflicts(p), wanted)

static void exempt(void)
{
	two_children();
	AS(0, __tsan_write4(p)), test_create(3), AS(3, __tsan_read4(p));
	NEW(""); /* written before the reader was created */
	AS(2, __tsan_read4(p));
	NEW("0/4"); /* but after this one was */

	two_children();
	AS(1, __tsan_write8(p)), test_as(0), test_join(1), __tsan_read8(p);
	NEW("");
	test_as(1), test_taint(), __tsan_write8(p);
	NEW("0/8"); /* a value that may differ between executions */

	test_begin();
	p = test_fresh();
	__tsan_write4(p), test_create(1), AS(1, __tsan_write4(p));
	NEW(""); /* not kept before there are threads */

	test_begin();
	p = test_fresh();
	__tsan_atomic32_store((uint32_t *)p, 1, 5), __tsan_read4(p), __tsan_write4(p + 4);
	NEW("");
	__tsan_write2(p + 2);
	NEW("0/4m"); /* but over an atomic store */
	test_begin();
	p = test_fresh();
	test_taint(), __tsan_write4(p), test_create(1), AS(1, __tsan_read4(p));
	NEW("0/4"); /* unless main is tainted */
}

static void bytes(void)
{
	two_children();
	AS(1, (__tsan_write4(p), __tsan_write4(p + 4))), AS(2, __tsan_read8(p));
	NEW("0/4 4/4"); /* two neighbours do not become one */
	two_children();
	AS(1, __tsan_write8(p)), AS(2, __tsan_read8(p));
	NEW("0/8");
	AS(1, __tsan_write4(p));
	NEW("0/4 4/4"); /* found out later */
	two_children();
	AS(1, __tsan_unaligned_read4(p + 6)), AS(2, __tsan_write16(p));
	NEW("6/2 8/2");
	AS(1, dr_plain_range(p + 1, 18, 1, NULL));
	NEW("1/5 10/6");
}

static void mixed(void)
{
	two_children();
	uint32_t *atomic = (uint32_t *)p;
	AS(1, (__tsan_atomic32_store(atomic + 1, 1, 5), __tsan_atomic32_store(atomic, 1, 5))), AS(2,
		__tsan_atomic32_load(atomic, 5));
	NEW("");
	__tsan_read1(p + 5);
	NEW("4/4m"); /* the whole of it, and not its neighbour */
	AS(2, __tsan_write2(p + 6));
	NEW("");
	two_children();
	AS(1, __tsan_atomic128_store((unsigned __int128 *)p, 1, 5)), AS(2, __tsan_read4(p + 8));
	NEW("0/16m");
	two_children();
	AS(1, __tsan_write4(p)), AS(2, __tsan_read4(p));
	NEW("0/4");
	__tsan_atomic32_load((uint32_t *)p, 0);
	NEW("0/4m");
	two_children();
	AS(1, __tsan_write4(p)), __tsan_atomic32_store((uint32_t *)p, 1, 0);
	NEW(""); /* made, then used */
	__tsan_read4(p);
	NEW("0/4m");
}

static void many(void)
{
	test_begin();
	p = test_fresh();
	for (unsigned i = 1; i < 70; i++)
		test_create(i);
	for (unsigned i = 1; i < 70; i++)
		AS(i, __tsan_read4(p));
	NEW("");
	AS(69, __tsan_write4(p));
	NEW("0/4"); /* nobody was lost for good */
	test_begin();
	p = test_fresh();
	for (unsigned i = 1; i < 70; i++)
		test_create(i), __tsan_write4(p), __tsan_read4(p);
	NEW(""); /* one thread with many contexts stays one thread */

	test_begin();
	p = test_fresh();
	for (unsigned i = 1; i < 17; i++)
		__tsan_write4(p), test_create(i);
	AS(16, __tsan_read4(p));
	NEW("");
	test_as(0), test_join(16), test_taint(), __tsan_write4(p);
	NEW(""); /* after the reader; here its context is merged with an earlier one */
	dr_self->context.joined = 0, dr_shadow_changed(dr_self), __tsan_write4(p);
	NEW("0/4"); /* as in a run in which it writes before it joins */
}

static int is(const struct dr_event *e, int kind, long offset, uint64_t before, uint64_t after)
{
	return e->kind == kind && e->object == (uint64_t)p + (uint64_t)offset && e->size == 4 && e->before.lo == before &&
	       (kind == DR_PLAIN_READ ? e->result.lo : e->value.lo) == after;
}

static void promotion(void)
{
	two_children();
	uint32_t *data = (uint32_t *)p;
	struct dr_atom atoms[] = {{(uint64_t)(data + 2), 4, 0}, {(uint64_t)(data + 1), 4, DR_MIXED}, {(uint64_t)data, 4, 0}};
	dr_promote(atoms, 3);
	dr_promoted_order(0);
	test_as(1);
	__tsan_write4(p), data[0] = 5;
	__tsan_read4(p);
	__tsan_write16(p), data[0] = 1, data[1] = 2, data[2] = 3;
	struct dr_value given = {77, 0};
	test_given = &given;
	__tsan_read4(data + 1);
	test_given = NULL;
	HOLDS(data[1] == 77);
	__tsan_write2(p + 1), p[1] = 1;
	dr_settle();
	const struct dr_event *e = test_log;
	HOLDS(test_events == 7);
	HOLDS(is(e, DR_PLAIN_WRITE, 0, 0, 5) && is(e + 1, DR_PLAIN_READ, 0, 5, 5));
	HOLDS(is(e + 2, DR_PLAIN_WRITE, 0, 5, 1) && is(e + 3, DR_PLAIN_WRITE, 4, 0, 2) && is(e + 4, DR_PLAIN_WRITE, 8, 0, 3));
	HOLDS(is(e + 5, DR_PLAIN_READ, 4, 2, 77) && is(e + 6, DR_PLAIN_WRITE, 0, 1, 257));
	dr_promote(atoms, 0);
	test_events = 0;
	__tsan_write4(p);
	HOLDS(test_events == 0);
}

static int is_at(const struct dr_event *e, const void *address)
{
	return e->kind == DR_PLAIN_WRITE && e->object == (uint64_t)address;
}

/* Accesses that are known in a context, of memory that other contexts have touched too. */
static void known(void)
{
	two_children();
	struct dr_atom atom = {(uint64_t)p, 4, 0};
	test_as(1), __tsan_write4(p), test_taint(), __tsan_write4(p), __tsan_write4(p), __tsan_write_range(p, 4);
	NEW("");
	dr_promote(&atom, 1);
	__tsan_write4(p), __tsan_write_range(p, 8);
	HOLDS(test_events == 2 && is_at(test_log, p) && is_at(test_log + 1, p));
	dr_promote(&atom, 0);
	__tsan_write4(p);
	HOLDS(test_events == 2);
	AS(2, __tsan_read8(p));
	NEW("0/4 4/4");
	AS(2, __tsan_read8(p)), AS(2, __tsan_read4(p)), AS(1, __tsan_write4(p));
	NEW("");
	AS(2, __tsan_read1(p + 1)); /* begins and ends elsewhere */
	NEW("0/1 1/1 2/2");
	AS(2, __tsan_read1(p + 1)), AS(1, __tsan_write4(p));
	NEW("");
	AS(1, __tsan_read4(p + 8)), AS(2, __tsan_read4(p + 8)), AS(1, __tsan_read4(p + 8));
	NEW("");
	AS(1, __tsan_write4(p + 8)); /* known was only that it reads */
	NEW("8/4");
}

static void free_it(void *block)
{
	free(block);
}

static void load_it(void *address)
{
	__tsan_atomic32_load(address, 0);
}

static void heap(void)
{
	two_children();
	test_as(1);
	char *a = malloc(20), *b = calloc(3, 5);
	HOLDS(b == a + 64 && (uint64_t)a % 16 == 0 && malloc_usable_size(a) == 20);
	HOLDS((uint64_t)memalign(4096, 1) % 4096 == 0);
	HOLDS(test_fails(__tsan_read1, a - 1,
		"thread 1 reads 1 byte, 1 byte before a block of 20 that thread 1 allocated at {0x"));
	HOLDS(test_fails(__tsan_read1, a + 20,
		"thread 1 reads 1 byte just after a block of 20 bytes that thread 1 allocated at {0x"));
	HOLDS(test_fails(__tsan_write4, a + 18, "thread 1 writes 4 bytes, 2 of them after the end of a block of 20 bytes"));
	HOLDS(test_fails(__tsan_read4, a + 30, "thread 1 reads 4 bytes 10 bytes after a block of 20 bytes"));
	HOLDS(test_fails(__tsan_read16, a + 8, "reads 16 bytes, 4 of them after the end"));
	HOLDS(test_fails(__tsan_read8, a + (1ul << 30), "after a block"));
	HOLDS(test_fails(__tsan_read1, malloc(0), "just after a block of 0 bytes"));
	__tsan_write4(a + 16);
	__tsan_write1(b + 14);
	__tsan_read_range(a, 20);
	a[19] = 7;
	char *moved = realloc(a, 40), *large = malloc(1000);
	HOLDS(moved != a && moved[19] == 7 && moved[39] == 0);
	HOLDS(test_fails(__tsan_read4, large + 1000 + 240, "240 bytes after a block of 1000 bytes"));
	HOLDS(test_fails(__tsan_write4, a, "thread 1 writes 4 bytes at 0 in a block of 20 that thread 1 allocated at {0x"));
	HOLDS(strstr(test_error, "} and thread 1 freed at {0x"));
	HOLDS(test_fails(__tsan_read1, a + 20, "just after a block of 20 bytes"));
	HOLDS(test_fails(free_it, a, "free, for the second time, of a block of 20 bytes that thread 1 allocated at {0x"));
	HOLDS(test_fails(free_it, moved + 16, "free of a pointer 16 bytes into a block of 40 that thread 1"));
	HOLDS(test_fails(free_it, p, ", which malloc never returned"));
	HOLDS(test_fails(load_it, a, "thread 1 reads 4 bytes at 0 in a block of 20"));
	test_as(2);
	char *other = malloc(1);
	HOLDS(other > moved + (1ul << 30));
	__tsan_write4(moved);
	SAYS(test_conflicts(moved), "0/4"); /* realloc had written it */
	AS(1, free(moved));
	SAYS(test_conflicts(moved), ""); /* known */
}

static void write_8192(void *from)
{
	__tsan_write_range(from, 8192);
}

/* What is looked at in bulk. */
static void large(void)
{
	test_begin();
	char *block = aligned_alloc(4096, 12288);
	uint32_t *data = (uint32_t *)(block + 4096 + 40);
	struct dr_atom atom = {(uint64_t)data, 4, 0};
	dr_promote(&atom, 1);
	__tsan_write_range(block, 4096), __tsan_write_range(block + 8192, 4096);
	__tsan_write4(block + 4096 - 4), __tsan_write4(block + 8192);
	HOLDS(test_events == 0);
	__tsan_write_range(block, 12288);
	HOLDS(test_events == 1 && is_at(test_log, data));
	__tsan_write4(data); /* nothing is kept yet, but this is promoted */
	HOLDS(test_events == 2 && is_at(test_log + 1, data));
	dr_promote(&atom, 0);

	test_create(1), test_create(2), test_as(1);
	__tsan_write_range(block, 12288), __tsan_write_range(block, 12288), __tsan_write4(block + 80), __tsan_read4(block +
		8192);
	SAYS(test_conflicts(block), "");
	AS(2, __tsan_read1(block + 8192 + 9));
	SAYS(test_conflicts(block), "8201/1");
	test_as(1);
	HOLDS(test_fails(write_8192, block + 8192, "writes 8192 bytes, 4096 of them after the end of a block of 12288 bytes"));
	free(block);
	HOLDS(test_fails(__tsan_write4, block + 80, "in a block of 12288"));
	HOLDS(test_fails(write_8192, block + 4096, "in a block of 12288"));
}

static void atomics(void)
{
	two_children();
	uint32_t *x = (uint32_t *)p, expected = 4;
	test_as(1);
	struct dr_value given = {4, 0};
	test_given = &given;
	HOLDS(__tsan_atomic32_load(x, __ATOMIC_CONSUME) == 4 && test_log[0].order == __ATOMIC_ACQUIRE &&
		test_log[0].before.lo == 0);
	HOLDS(__tsan_atomic32_compare_exchange_strong(x, &expected, 9, 5 | 1 << 16, 0) == 1 && *x == 9 &&
		test_log[1].order == 5);
	HOLDS(__tsan_atomic32_compare_exchange_strong(x, &expected, 8, 5, 0) == 1 && *x == 8 && test_log[2].before.lo == 9);
	expected = 3;
	HOLDS(__tsan_atomic32_compare_exchange_strong(x, &expected, 7, 5, 0) == 0 && *x == 8 && expected == 4);
	test_given = NULL;
	HOLDS(__tsan_atomic32_exchange(x, 8, 5) == 8 && test_log[4].spin && test_log[1].spin);
	HOLDS(__tsan_atomic8_fetch_nand((uint8_t *)x, 9, 5) == 8 && *x == 0xf7);
	HOLDS(test_fails(load_it, p + 2, "not a multiple"));

	test_events = 0;
	for (volatile int i = 0; i < 2; i++) /* the counter is on the stack: no two visits are the same */
		__tsan_atomic32_load(x, 0);
	HOLDS(test_log[0].spin && test_log[1].spin && test_log[0].spin != test_log[1].spin);
}

static __attribute__((noinline)) void call(uint64_t pc, void (*inside)(void))
{
	__tsan_func_entry((void *)pc);
	inside();
	__tsan_func_exit();
}

static void event(void)
{
	__tsan_atomic32_store((uint32_t *)p, 0, 0);
}

static void nested(void)
{
	event();
	call(2, event);
	__tsan_func_entry((void *)9); /* left without a return, as by longjmp */
}

static void stacks(void)
{
	two_children();
	call(1, nested);
	event();
	call(3, event);
	HOLDS(test_log[0].stack == 100 && test_log[1].stack == 300 && test_log[3].stack % 100 == 0);
}

int main(void)
{
	dr_heap_open();
	dr_callstack_open();
	dr_shadow_open();
	exempt();
	bytes();
	mixed();
	many();
	promotion();
	known();
	heap();
	large();
	atomics();
	stacks();
	dr_self = NULL;
	return test_failures != 0;
}
