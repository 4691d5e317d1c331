/*
 * What the code between the announcements of a copy does (copies.h): it computes an address, so there are few kinds of
 * instructions (Intel's manual, volume 2, chapter 2 and appendix A). All others may write memory.
 */
#include "memory/copies.h"
#include "core/internal.h"

#include <string.h>

void __tsan_read_range(void *p, size_t size);
#define READS(prefix) prefix##1, prefix##2, prefix##4, prefix##8, prefix##16
#define DECLARE(prefix) \
	void prefix##1(void *), prefix##2(void *), prefix##4(void *), prefix##8(void *), prefix##16(void *)
DECLARE(__tsan_read);
DECLARE(__tsan_unaligned_read);
DECLARE(__tsan_volatile_read);
DECLARE(__tsan_unaligned_volatile_read);

#if defined(__x86_64__)

#define MOST 24 /* instructions */

static void (*const reads[])(void *) = {READS(__tsan_read), READS(__tsan_unaligned_read), READS(__tsan_volatile_read),
	READS(__tsan_unaligned_volatile_read)};

/* A call of code in another module goes by way of a jump to where a table says. */
static const uint8_t *behind_table(const uint8_t *at)
{
	static const uint8_t endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
	if (!memcmp(at, endbr64, sizeof endbr64))
		at += sizeof endbr64;
	at += *at == 0xf2;
	if (at[0] != 0xff || at[1] != 0x25)
		return at;
	int32_t offset;
	memcpy(&offset, at + 2, sizeof offset);
	const uint8_t *target;
	memcpy(&target, at + 6 + offset, sizeof target);
	return target;
}

static int announces_read(const uint8_t *target)
{
	for (int direct = 1; direct >= 0; direct--) {
		const uint8_t *at = direct ? target : behind_table(target);
		if (at == (const uint8_t *)__tsan_read_range)
			return 1;
		for (size_t i = 0; i < sizeof reads / sizeof *reads; i++)
			if (at == (const uint8_t *)reads[i])
				return 1;
	}
	return 0;
}

/* The operand that is a register or memory: how many bytes it has, from its first one on. */
static size_t operand_size(const uint8_t *at)
{
	unsigned mode = *at >> 6, base = *at & 7;
	size_t size = 1;
	if (mode == 3)
		return size;
	if (base == 4) {
		base = at[1] & 7;
		size++;
	}
	return size + (mode == 1 ? 1 : mode == 2 || (mode == 0 && base == 5) ? 4 : 0);
}

/* What the instruction does with that operand. */
enum role { NONE, READ, WRITTEN };

/* The instruction after its prefixes: how long it is, apart from the operand; 0: it is of another kind. */
static size_t length_of(const uint8_t *at, int wide, enum role *role)
{
	*role = READ;
	switch (*at) {
	case 0x03:
	case 0x0b:
	case 0x23:
	case 0x2b:
	case 0x33: /* add, or, and, sub, xor: to a register */
	case 0x63:
	case 0x8b:
	case 0x8d: /* movsxd, mov to a register, lea */ return 1;
	case 0x6b: return 2; /* imul with a small factor */
	case 0x69: return 5;
	case 0x0f:
		switch (at[1]) {
		case 0xaf:
		case 0xb6:
		case 0xb7:
		case 0xbe:
		case 0xbf: /* imul, movzx, movsx */
		case 0x1f: /* nop */ return 2;
		}
		return 0;
	}
	*role = WRITTEN;
	switch (*at) {
	case 0x01:
	case 0x09:
	case 0x21:
	case 0x29:
	case 0x31: /* the same, to the operand */
	case 0x89: /* mov to the operand */ return 1;
	case 0x83:
	case 0xc1: return 2; /* arithmetic and shifts by a small number */
	case 0x81:
	case 0xc7: return 5;
	}
	*role = NONE;
	if (*at == 0x90 || *at == 0x98 || *at == 0x99) /* nop, cltq, cqto */
		return 1;
	return *at >= 0xb8 && *at <= 0xbf ? 1 + (wide ? 8 : 4) : 0; /* mov of a number to a register */
}

static int is_register(const uint8_t *at)
{
	return *at >> 6 == 3;
}

/* Is the operand memory by the stack pointer? The frame pointer may be any other register, too. */
static int is_on_stack(const uint8_t *at, int extended)
{
	return !extended && !is_register(at) && (*at & 7) == 4 && at[1] == 0x24;
}

int dr_copies_next(const void *code, int on_stack)
{
	const uint8_t *at = code;
	for (int i = 0; i < MOST; i++) {
		if (*at == 0xe8) {
			int32_t offset;
			memcpy(&offset, at + 1, sizeof offset);
			return announces_read(at + 5 + offset);
		}
		uint8_t prefix = (*at & 0xf0) == 0x40 ? *at++ : 0;
		enum role role;
		size_t length = length_of(at, prefix & 8, &role);
		if (!length)
			return 0;
		if (role == NONE) {
			at += length;
			continue;
		}
		const uint8_t *operand = at + (*at == 0x0f ? 2 : 1);
		if (role == WRITTEN && !is_register(operand) && (on_stack || !is_on_stack(operand, prefix & 1)))
			return 0;
		at += length + operand_size(operand);
	}
	return 0;
}

#else

int dr_copies_next(const void *code, int on_stack)
{
	(void)code;
	(void)on_stack;
	return 0;
}

#endif
