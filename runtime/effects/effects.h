/*
 * The table of effects: what the functions of libc, libm, libstdc++ and libgcc do beside returning a value
 * (docs/explanation/effects.md). The *.effects files are its source; generate.mjs makes effects.inc of them. A
 * function without a row is unknown: it may read and write what it can reach, keep state and call back.
 */
#ifndef DRISTA_EFFECTS_H
#define DRISTA_EFFECTS_H

#include <stdint.h>

/* How the memory that an argument points to is used. A null pointer is not used. */
enum dr_effect_kind {
	DR_EFFECT_READS,
	DR_EFFECT_WRITES,
	DR_EFFECT_READS_WRITES,
	DR_EFFECT_CALLS, /* the argument is a function, which is called */
	DR_EFFECT_KEEPS, /* the pointer is used beyond the call */
	DR_EFFECT_FREES,
};

/* How many bytes are used. Those of a write whose extent is a text's or the result's are known after the call. */
enum dr_effect_extent {
	DR_EXTENT_NONE, /* the kind has no extent */
	DR_EXTENT_CONSTANT, /* `constant` */
	DR_EXTENT_ARGUMENT, /* argument a, times `constant` */
	DR_EXTENT_PRODUCT, /* argument a times argument b */
	DR_EXTENT_TEXT, /* up to and with the NUL; where a is not 0, at most as many as argument a says */
	DR_EXTENT_WIDE, /* the same of wchar_t; argument a counts them, not bytes */
	DR_EXTENT_RESULT, /* the result, times `constant`; none where it is negative */
	DR_EXTENT_RESULT_PLUS, /* the result and `constant`; none where the result is negative */
	DR_EXTENT_ANY, /* unknown. No row can say what is used: further arguments and inner pointers count too */
};

struct dr_effect_access {
	uint8_t argument; /* from 1 */
	uint8_t kind; /* enum dr_effect_kind */
	uint8_t extent; /* enum dr_effect_extent */
	uint8_t a, b;
	uint32_t constant;
};

enum dr_effect_flag {
	DR_EFFECT_BLOCKS = 1, /* it may wait for something */
	DR_EFFECT_RETURNS_TWICE = 2,
	DR_EFFECT_NO_RETURN = 4,
	DR_EFFECT_OUTSIDE = 8, /* the result depends on what is outside of the program */
	DR_EFFECT_INIT = 16, /* called only before main */
};

/* Hidden state, by the names that the rows use. Names that are not here count as other. generate.mjs reads this list.
 */
enum dr_effect_state {
	DR_STATE_OTHER = 1,
	DR_STATE_STREAM = 2, /* the stream that is argument `handle`: stream1, stream2, ... */
	DR_STATE_STREAMS = 4, /* all open streams */
	DR_STATE_STDOUT = 8,
	DR_STATE_STDIN = 0x10,
	DR_STATE_STDERR = 0x20,
	DR_STATE_FILES = 0x40, /* the file system and descriptors */
	DR_STATE_CWD = 0x80,
	DR_STATE_HEAP = 0x100, /* by malloc and so on */
	DR_STATE_BREAK = 0x200, /* sbrk, brk */
	DR_STATE_ERRNO = 0x400,
	DR_STATE_RAISED = 0x800, /* exceptions of floating point */
	DR_STATE_ROUNDING = 0x1000,
	DR_STATE_CLOCK = 0x2000,
	DR_STATE_RAND = 0x4000, /* rand, random */
	DR_STATE_LOCALE = 0x8000,
	DR_STATE_ENV = 0x10000,
	DR_STATE_SIGNALS = 0x20000, /* handlers, masks, alternate stacks */
	DR_STATE_TIMERS = 0x40000,
	DR_STATE_THREADS = 0x80000, /* threads and synchronisation objects */
	DR_STATE_EXCEPTION = 0x200000, /* of C++: thrown, caught */
	DR_STATE_PROCESS = 0x400000, /* ids, limits, priorities, prctl */
	DR_STATE_MAPPINGS = 0x800000, /* of memory: mmap and so on */
	DR_STATE_TERMINAL = 0x1000000,
	DR_STATE_NETWORK = 0x2000000,
	DR_STATE_RACE = 0x4000000, /* race:NAME, &NAME:SIZE: callers share it without a lock */
	DR_STATE_STRTOK = 0x8000000,
	DR_STATE_MBSTATE = 0x10000000, /* conversion states of mbrtowc and so on, used where they get a null pointer */
	DR_STATE_TLS = 0x20000000, /* an object of the function's own in each thread */
	DR_STATE_DESCRIPTOR = 0x40000000, /* of what descriptor `handle` is open for: descriptor1, ... */
};

struct dr_effect {
	uint32_t name; /* dr_effect_name */
	uint32_t reads, writes; /* enum dr_effect_state; what is written counts as read too */
	uint16_t first; /* its accesses: dr_effect_accesses */
	uint8_t count;
	uint8_t handle; /* the argument of DR_STATE_STREAM or DR_STATE_DESCRIPTOR; 0: none */
	uint16_t flags; /* enum dr_effect_flag */
	uint16_t shared; /* what callers share without a lock: dr_effect_shared_states */
	uint8_t shared_count;
};

/* State that callers share without a lock: an object of the library (&NAME:SIZE), or what stands for it (race:NAME). */
struct dr_effect_shared {
	const char *at; /* of a variable: its name */
	uint16_t size;
	uint8_t writes, variable;
};

#ifdef __cplusplus
extern "C" {
#endif

/* The row of the function; NULL: it is unknown. Calls no function. */
const struct dr_effect *dr_effect_named(const char *name);

/* All rows, in order of the bytes of their names. */
const struct dr_effect *dr_effects_all(uint32_t *count);

/* The function's name. */
const char *dr_effect_name(const struct dr_effect *effect);

/* effect->shared_count states. */
const struct dr_effect_shared *dr_effect_shared_states(const struct dr_effect *effect);

/* Those of all rows. */
const struct dr_effect_shared *dr_effects_shared(uint32_t *count);

/* effect->count accesses. */
const struct dr_effect_access *dr_effect_accesses(const struct dr_effect *effect);

#ifdef __cplusplus
}
#endif

#endif
