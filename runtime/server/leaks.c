/*
 * The search for leaks: at the end of a run, blocks that were allocated in it, were not freed, and have no pointer to
 * them. The search is conservative: every word that could be a pointer is one, in static data, in the stacks and
 * thread-local storage of threads that have not ended, in pthread keys, and in blocks found so far. What is found is a
 * note, not an error.
 */
#include "server/leaks.h"
#include "core/schedule.h"
#include "memory/static-data.h"
#include "pthread/life.h"
#include "pthread/thread-local.h"
#include "fiber/fiber.h"
#include "memory/blocks.h"
#include "core/log.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define ALWAYS 256u /* the first runs, each of which is searched; after them */
#define SOMETIMES 16u /* one run of so many is */
#define MAX_BLOCKS (1u << 18) /* larger heaps are not searched */
#define MAX_BYTES (64ul << 20)
#define MAX_NOTES 8u /* per run */
#define CONTROL_BLOCK 2048u /* of struct pthread, which follows the thread pointer */

static uint64_t *block; /* all live blocks, by address */
static uint8_t *found; /* whether a pointer to it was found */
enum { LOST, FOUND, FOLLOWS, REPORTED };
static uint32_t *open; /* blocks that were found and are not searched yet */
static uint32_t blocks, opened;
#define BLOCK_ROOM (sizeof *block + sizeof *open + sizeof *found)

/* Lists the live blocks. Returns their number, or 0 if there are too many. */
static uint32_t list_blocks(void)
{
	uint64_t count = 0, bytes = 0;
	for (int pass = 0; pass < 2; pass++) {
		for (unsigned n = DR_ARENA_COUNT; n-- > 0;)
			for (uint64_t b = dr_arenas[n].last; b;) {
				const struct dr_block *h = dr_block_of(b);
				if (dr_block_live(h)) {
					if (pass)
						block[--count] = b;
					else {
						count++;
						bytes += h->size;
					}
				}
				b = h->distance ? b - h->distance * (uint64_t)DR_HEAP_GRANULE : 0;
			}
		if (pass)
			break;
		if (count > MAX_BLOCKS || bytes > MAX_BYTES)
			return 0;
		void *room = mmap(NULL, count * BLOCK_ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (room == MAP_FAILED)
			return 0;
		block = room;
		open = (uint32_t *)(block + count);
		found = (uint8_t *)(open + count);
		blocks = (uint32_t)count;
	}
	return blocks;
}

/* The number of the block that the address lies in, plus one; 0: none. One byte behind a block counts: the end of an
 * array. */
static uint32_t block_at(uint64_t address)
{
	address &= (1ul << 48) - 1; /* programs store counters in the upper bits of pointers */
	if (address - DR_ARENAS_BASE >= DR_ARENAS_SIZE)
		return 0;
	uint32_t low = 0, high = blocks;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (block[middle] <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low && address <= block[low - 1] + dr_block_of(block[low - 1])->size ? low : 0;
}

static void point(uint64_t word)
{
	uint32_t i = block_at(word);
	if (i && found[i - 1] == LOST) {
		found[i - 1] = FOUND;
		open[opened++] = i - 1;
	}
}

static void search(uint64_t from, uint64_t to)
{
	for (uint64_t a = (from + 7) & -8ul; a + 8 <= to; a += 8)
		point(*(const uint64_t *)a);
}

static void search_thread(unsigned number)
{
	const struct dr_fiber *f = &dr_fiber[number];
	const struct dr_life *life = &dr_life[number];
	uint64_t sp = dr_scheduled[number].state == DR_EXITED ? life->exit_sp
		      : &dr_thread[number] == dr_self         ? (uint64_t)__builtin_frame_address(0)
							      : (uint64_t)f->sp;
	if (dr_thread[number].ended) {
		if (!life->was_joined && !life->detached)
			point((uint64_t)life->result);
		return;
	}
	switch (dr_scheduled[number].state) {
	case DR_ABSENT:
	case DR_RUNNABLE: return;
	default:
		search(sp, f->given_low ? dr_stack_top(number) : dr_stack_end(number));
		if (f->given_low)
			search((uint64_t)f->entry, dr_stack_end(number)); /* the thread-local storage lies there */
		if (number == 0)
			search(f->tcb - dr_static_data.main_tls, f->tcb + CONTROL_BLOCK);
		for (unsigned i = 0; i < dr_keys_used(); i++)
			point((uint64_t)dr_key_value(number, i));
	}
}

static void search_all(void)
{
	for (unsigned i = 0; i < dr_static_data.ranges; i++)
		search(dr_static_data.range[i].from, dr_static_data.range[i].to);
	for (unsigned i = 0; i < dr_log->threads; i++)
		search_thread(i);
	for (uint32_t i = 0; i < blocks; i++)
		if (!dr_block_of(block[i])->allocated)
			point(block[i]);
	while (opened) {
		uint64_t b = block[open[--opened]];
		search(b, b + dr_block_of(b)->size);
	}
}

/* Lost blocks that the block points to, and those that they point to, are lost with it. */
static void follow(uint32_t from)
{
	open[opened++] = from;
	while (opened) {
		uint32_t i = open[--opened];
		for (uint64_t a = block[i]; a + 8 <= block[i] + dr_block_of(block[i])->size; a += 8) {
			uint32_t j = block_at(*(const uint64_t *)a);
			if (j && j - 1 != from && found[j - 1] == LOST) {
				found[j - 1] = FOLLOWS;
				open[opened++] = j - 1;
			}
		}
	}
}

/* Blocks to which only lost blocks point are not reported; of a cycle one block is. */
static void leave_out_followers(void)
{
	for (uint32_t i = 0; i < blocks; i++)
		if (found[i] == LOST)
			follow(i);
}

static void tell(void)
{
	char text[4096], origin[256];
	size_t length = 0;
	unsigned notes = 0;
	for (uint32_t i = 0; i < blocks && notes < MAX_NOTES && length < sizeof text - 400; i++) {
		if (found[i] != LOST)
			continue;
		uint64_t bytes = 0, count = 0;
		for (uint32_t j = i; j < blocks; j++)
			if (found[j] == LOST && dr_block_of(block[j])->allocated == dr_block_of(block[i])->allocated) {
				bytes += dr_block_of(block[j])->size;
				count++;
				found[j] = REPORTED;
			}
		dr_block_origin(origin, sizeof origin, block[i]);
		length += (size_t)snprintf(text + length, sizeof text - length,
			"%s%lu bytes%s are never freed, and in the end nothing points to %s", notes++ ? "\n" : "",
			(unsigned long)bytes, origin, count == 1 ? "them" : "those blocks");
	}
	if (notes)
		dr_log_note(text);
}

void dr_leaks_find(void)
{
	if (dr_heap_live == 0 || (dr_log->searched++ >= ALWAYS && dr_log->searched % SOMETIMES) || !list_blocks())
		return;
	search_all();
	leave_out_followers();
	tell();
	munmap(block, blocks * BLOCK_ROOM);
}
