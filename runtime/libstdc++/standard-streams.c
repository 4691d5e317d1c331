/*
 * std::cout and the other standard streams: threads may call their functions for formatted and unformatted input and
 * output concurrently ([iostream.objects.overview]), though the inline code, compiled with the program, accesses them
 * as plain memory. So accesses are not announced, except those to the format: width, precision and flags (ios_base).
 * Output itself only sets the width back to 0. All other changes of the format are made by functions that are not
 * exempt.
 */
#include "memory/shadow.h"
#include "internal.h"
#include "libstdc++/standard-streams.h"

/* clang-format off */
#define STREAMS(STREAM) \
	STREAM(_ZSt3cin, 280) STREAM(_ZSt4cout, 272) STREAM(_ZSt4cerr, 272) STREAM(_ZSt4clog, 272) \
	STREAM(_ZSt4wcin, 280) STREAM(_ZSt5wcout, 272) STREAM(_ZSt5wcerr, 272) STREAM(_ZSt5wclog, 272)
/* clang-format on */

/* Weak: NULL in a program in C. */
#define DECLARE(name, size) extern const char name[size] __attribute__((weak));
STREAMS(DECLARE)

/* std::ios is the last part of a stream. Its base begins with a pointer; the format follows, with the same layout in
 * all versions. */
#define IOS 264
#define PRECISION 8u
#define WIDTH 16u
#define FLAGS 24u
#define FORMAT_END 28u

enum dr_stream_part dr_standard_stream(uint64_t address)
{
	uint64_t at;
#define INSIDE(name, size) \
	at = address - (uint64_t)name; \
	if (at < size) \
		return at >= size - IOS + PRECISION && at < size - IOS + FORMAT_END ? DR_STREAM_FORMAT \
										    : DR_STREAM_INSIDE;
	if (address >= 4096) {
		STREAMS(INSIDE)
	}
	return DR_NO_STREAM;
}

static int is_width(uint64_t address)
{
	uint64_t at;
#define HAS_WIDTH(name, size) \
	at = address - (uint64_t)name; \
	if (at < size) \
		return at == size - IOS + WIDTH;
	STREAMS(HAS_WIDTH)
	return 0;
}

/* The last write to a format that was announced. */
static struct {
	uint64_t address; /* of the granule; 0: there is none */
	uint64_t before; /* what it held */
	uint8_t mask, bounds;
} pending;

void dr_standard_stream_writes(struct dr_thread *t, uint64_t address, uint8_t mask, uint8_t bounds)
{
	dr_standard_stream_settle(t);
	pending.address = address & ~7ul;
	pending.before = dr_peek(pending.address, 8).lo;
	pending.mask = mask;
	pending.bounds = bounds;
	t->unsettled_stream = 1;
}

void dr_standard_stream_settle(struct dr_thread *t)
{
	if (!t->unsettled_stream)
		return;
	t->unsettled_stream = 0;
	uint64_t now = dr_peek(pending.address, 8).lo;
	if (now == pending.before || (now == 0 && is_width(pending.address)))
		return;
	t->stores++;
	dr_shadow_touch(t, pending.address, pending.mask, pending.bounds, DR_ACCESS_WRITE);
}
