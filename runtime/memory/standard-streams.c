/*
 * std::cout and the other standard streams: threads may call their functions for formatted and unformatted input and
 * output concurrently ([iostream.objects.overview]), though the inline code, compiled with the program, accesses them
 * as plain memory. Of std::ios, input and output themselves change the state (rdstate), set the width back to 0, and
 * look up the fill character once; all other changes, as of flags, fill or tie, are made by functions that are not
 * exempt. So accesses to std::ios are announced, except these changes, and writes that change nothing. What the other
 * parts of a stream hold is not announced.
 *
 * The same holds for other data of libstdc++'s own, such as the caches of facets (std::ctype<char>::narrow), which
 * inline functions of headers fill: the library has to protect them ([res.on.data.races]).
 */
#include "shadow/shadow.h"
#include "core/internal.h"
#include "memory/standard-streams.h"

#include <link.h>

/* clang-format off */
#define STREAMS(STREAM) \
	STREAM(_ZSt3cin, 280) STREAM(_ZSt4cout, 272) STREAM(_ZSt4cerr, 272) STREAM(_ZSt4clog, 272) \
	STREAM(_ZSt4wcin, 280) STREAM(_ZSt5wcout, 272) STREAM(_ZSt5wcerr, 272) STREAM(_ZSt5wclog, 272)
/* clang-format on */

/* Weak: NULL in a program in C. */
#define DECLARE(name, size) extern const char name[size] __attribute__((weak));
STREAMS(DECLARE)

/* std::ios is the last part of a stream. It begins with a pointer to its virtual table; the layout is that of all
 * versions until now. */
#define IOS 264
#define WIDTH 16u
#define STATE 32u
#define FILL 224u /* and a flag: is it known? */

/* Where in std::ios the address is; 0: elsewhere in a stream, or in its first pointer. IOS: in no stream. */
static uint64_t place_in(uint64_t address)
{
	uint64_t at;
#define IN(name, size) \
	at = address - (uint64_t)name; \
	if (at < size) \
		return at < size - IOS + sizeof(void *) ? 0 : at - (size - IOS);
	if (address >= 4096) {
		STREAMS(IN)
	}
	return IOS;
}

/* The writable data of libstdc++, where it is a library of its own. */
static uint64_t data_from, data_to;

void dr_standard_library_is(const struct dl_phdr_info *library)
{
	for (int i = 0; i < library->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &library->dlpi_phdr[i];
		if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
			continue;
		data_from = library->dlpi_addr + p->p_vaddr;
		data_to = data_from + p->p_memsz;
	}
}

enum dr_stream_part dr_standard_stream(uint64_t address)
{
	uint64_t at = place_in(address);
	if (at == IOS)
		return address - data_from < data_to - data_from ? DR_STREAM_INSIDE : DR_NO_STREAM;
	return at == 0 ? DR_STREAM_INSIDE : DR_STREAM_IOS;
}

/* The last write to std::ios that was announced. */
static struct {
	uint64_t address; /* of the granule */
	uint64_t place; /* of the granule in std::ios */
	uint64_t before; /* what it held */
	uint8_t mask, bounds;
} pending;

void dr_standard_stream_writes(struct dr_thread *t, uint64_t address, uint8_t mask, uint8_t bounds)
{
	dr_standard_stream_settle(t);
	pending.address = address & ~7ul;
	pending.place = place_in(address) & ~7ul;
	pending.before = dr_peek(pending.address, 8).lo;
	pending.mask = mask;
	pending.bounds = bounds;
	t->writes.stream = 1;
}

/* Has input or output made the change, while it did its work? */
static int is_of_use(uint64_t now)
{
	switch (pending.place) {
	case WIDTH: return now == 0;
	case FILL: return (uint8_t)pending.before == 0 || !(pending.mask & 1); /* nothing was known; only the flag */
	default: return 0;
	}
}

void dr_standard_stream_settle(struct dr_thread *t)
{
	if (!t->writes.stream)
		return;
	t->writes.stream = 0;
	uint64_t now = dr_peek(pending.address, 8).lo;
	if (now == pending.before || is_of_use(now))
		return;
	t->stores++;
	if (pending.place != STATE)
		dr_shadow_touch(t, pending.address, pending.mask, pending.bounds, DR_ACCESS_WRITE);
}
