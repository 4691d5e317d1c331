/*
 * Entries for intercepted calls (announce.h). Each is one instruction, which calls dr_announced; the return address
 * tells which entry it was. dr_announced keeps the registers in which arguments are passed (System V ABI, AMD64
 * supplement, 3.2.3) and jumps to the function, so that the function returns to the program by itself. It calls the
 * function only where something has to be announced afterwards.
 */
#include "memory/plain.h"
#include "effects/announce.h"
#include "effects/effects.h"
#include "thread-state/local-state.h"
#include "thread-state/spin.h"
#include "core/internal.h"
#include "memory/interposed.h"
#include "prim/symbols.h"

#include <dlfcn.h>

#define VARIABLES 1024
#define ENTRIES 4096
#define ENTRY_SIZE 8

/* What dr_announced has stored, from its lowest address on. */
struct frame {
	uint64_t argument[6]; /* in registers */
	uint64_t rax, r10;
	uint64_t entry; /* where the entry returns to */
	uint64_t site; /* where the call returns to */
	uint64_t further[]; /* arguments on the stack */
};

enum when { NEVER, BEFORE, AFTER };

/* In rax and rdx. */
struct next {
	uint64_t function;
	uint64_t after; /* is something to be announced after the call? */
};

static struct announced {
	uint64_t function;
	const struct dr_effect *effect; /* NULL: it is unknown */
} announced[ENTRIES];
static unsigned count;

extern const char dr_entries[] __attribute__((visibility("hidden")));
DR_ENTERED struct next dr_announce_before(const struct frame *f);
DR_ENTERED void dr_announce_after(const struct frame *f, uint64_t result);

/* clang-format off */
__asm__(".pushsection drista_text,\"ax\",@progbits\n"
	".p2align 3\n"
	".hidden dr_entries\n"
	"dr_entries:\n"
	".rept " DR_TEXT(ENTRIES) "\n"
	"call dr_announced\n"
	".p2align 3\n"
	".endr\n"
	".type dr_announced,@function\n"
	"dr_announced:\n"
	".cfi_startproc\n"
	".cfi_adjust_cfa_offset 8\n"
	"pushq %r10\npushq %rax\npushq %r9\npushq %r8\npushq %rcx\npushq %rdx\npushq %rsi\npushq %rdi\n"
	"subq $128, %rsp\n"
	".cfi_adjust_cfa_offset 192\n"
	"movups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n"
	"movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\nmovups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"
	"leaq 128(%rsp), %rdi\n"
	"call dr_announce_before\n"
	"movq %rax, %r11\n"
	"testq %rdx, %rdx\n"
	"movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"
	"movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\nmovups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\n"
	"jnz 1f\n"
	"leaq 128(%rsp), %rsp\n"
	".cfi_remember_state\n"
	".cfi_adjust_cfa_offset -128\n"
	"popq %rdi\npopq %rsi\npopq %rdx\npopq %rcx\npopq %r8\npopq %r9\npopq %rax\npopq %r10\n"
	".cfi_adjust_cfa_offset -64\n"
	"leaq 8(%rsp), %rsp\n"
	".cfi_adjust_cfa_offset -8\n"
	"jmp *%r11\n"
	/* The call, with the arguments that were on the stack copied. */
	"1:\n"
	".cfi_restore_state\n"
	"pushq %rbx\n"
	"movq %rsp, %rbx\n"
	".cfi_def_cfa %rbx, 216\n"
	".cfi_offset %rbx, -216\n"
	"subq $8, %rsp\n"
	".set dr_further, 448\n"
	".rept 30\n"
	"pushq dr_further(%rbx)\n"
	".set dr_further, dr_further - 8\n"
	".endr\n"
	"movq 136(%rbx), %rdi\nmovq 144(%rbx), %rsi\nmovq 152(%rbx), %rdx\nmovq 160(%rbx), %rcx\n"
	"movq 168(%rbx), %r8\nmovq 176(%rbx), %r9\nmovq 184(%rbx), %rax\nmovq 192(%rbx), %r10\n"
	"call *%r11\n"
	"movq %rax, 8(%rbx)\nmovq %rdx, 16(%rbx)\nmovups %xmm0, 24(%rbx)\nmovups %xmm1, 40(%rbx)\n"
	"leaq 136(%rbx), %rdi\n"
	"movq %rax, %rsi\n"
	"call dr_announce_after\n"
	"movq 8(%rbx), %rax\nmovq 16(%rbx), %rdx\nmovups 24(%rbx), %xmm0\nmovups 40(%rbx), %xmm1\n"
	"leaq 208(%rbx), %rsp\n"
	"movq (%rbx), %rbx\n"
	".cfi_restore %rbx\n"
	".cfi_def_cfa %rsp, 8\n"
	"ret\n"
	".cfi_endproc\n"
	".size dr_announced, .-dr_announced\n"
	".popsection\n");
/* clang-format on */

static uint64_t argument(const struct frame *f, unsigned number)
{
	return number <= 6 ? f->argument[number - 1] : f->further[number - 7];
}

/* Is the number of bytes known only when the function has written them? */
static int is_known_after(const struct dr_effect_access *a)
{
	return a->extent == DR_EXTENT_RESULT || a->extent == DR_EXTENT_RESULT_PLUS ||
	       (a->kind == DR_EFFECT_WRITES && (a->extent == DR_EXTENT_TEXT || a->extent == DR_EXTENT_WIDE));
}

static int is_access(const struct dr_effect_access *a)
{
	return a->kind == DR_EFFECT_READS || a->kind == DR_EFFECT_WRITES || a->kind == DR_EFFECT_READS_WRITES;
}

/*
 * Are all writes announced after the call? Before it only one can be under way (dr_settle), which would end where the
 * function allocates memory or calls the program.
 */
static int writes_after(const struct dr_effect *effect)
{
	const struct dr_effect_access *a = dr_effect_accesses(effect);
	unsigned writes = 0, calls = 0;
	for (unsigned i = 0; i < effect->count; i++) {
		writes += a[i].kind == DR_EFFECT_WRITES || a[i].kind == DR_EFFECT_READS_WRITES;
		calls += a[i].kind == DR_EFFECT_CALLS;
	}
	return writes > 1 || (writes == 1 && (calls > 0 || (effect->writes & DR_STATE_HEAP)));
}

/* Is that part of the access, DR_READS or DR_WRITES, announced before the call, after it, or not at all? */
static enum when when(const struct dr_effect *effect, const struct dr_effect_access *a, int part)
{
	if (!is_access(a) || a->kind == (part == DR_READS ? DR_EFFECT_WRITES : DR_EFFECT_READS))
		return NEVER;
	return is_known_after(a) || (part == DR_WRITES && writes_after(effect)) ? AFTER : BEFORE;
}

static size_t extent(const struct frame *f, const struct dr_effect_access *a, int64_t result)
{
	const void *at = (const void *)argument(f, a->argument);
	size_t most = a->a ? argument(f, a->a) : SIZE_MAX, n;
	switch (a->extent) {
	case DR_EXTENT_CONSTANT: return a->constant;
	case DR_EXTENT_ARGUMENT: return argument(f, a->a) * a->constant;
	case DR_EXTENT_PRODUCT: return argument(f, a->a) * argument(f, a->b);
	case DR_EXTENT_TEXT: n = dr_length(at, most); return n < most ? n + 1 : n;
	case DR_EXTENT_WIDE: n = dr_wide_length(at, most); return (n < most ? n + 1 : n) * sizeof(wchar_t);
	case DR_EXTENT_RESULT: return result < 0 ? 0 : (size_t)result * a->constant;
	case DR_EXTENT_RESULT_PLUS: return result < 0 ? 0 : (size_t)result + a->constant;
	case DR_EXTENT_ANY: return 1; /* at least: the function has no use for a pointer to nothing */
	default: return 0;
	}
}

/* Announces the accesses of that time. `failed`: the function has written nothing whose extent it could tell. */
static void announce(const struct frame *f, const struct dr_effect *effect, enum when time, int64_t result, int failed)
{
	const struct dr_effect_access *accesses = dr_effect_accesses(effect);
	for (int part = DR_READS; part <= DR_WRITES; part++)
		for (unsigned i = 0; i < effect->count; i++) {
			const struct dr_effect_access *a = &accesses[i];
			const void *at = (const void *)argument(f, a->argument);
			if (at && when(effect, a, part) == time && !(failed && is_known_after(a)))
				dr_plain_range(at, extent(f, a, result), part, (const void *)f->site);
		}
}

/* What is written to variables of the library is there after the call. */
static enum when when_shared(const struct dr_effect_shared *s)
{
	return s->variable && s->writes ? AFTER : BEFORE;
}

/* By the index of the state: where variables of libraries are; NULL: the library is not loaded. */
static const void *variables[VARIABLES];

void dr_shared_bind(void)
{
	uint32_t states;
	const struct dr_effect_shared *s = dr_effects_shared(&states);
	if (states > VARIABLES)
		dr_fatal("the table of effects has too much shared state");
	for (uint32_t i = 0; i < states; i++)
		if (s[i].variable)
			variables[i] = dr_real_dlsym()(RTLD_DEFAULT, s[i].at);
}

static const void *place_of(const struct dr_effect_shared *s)
{
	uint32_t states;
	return s->variable ? variables[s - dr_effects_shared(&states)] : s->at;
}

static void announce_shared(const struct dr_effect *effect, enum when time, const void *site)
{
	const struct dr_effect_shared *s = dr_effect_shared_states(effect);
	for (unsigned i = 0; i < effect->shared_count; i++)
		if (when_shared(&s[i]) == time && place_of(&s[i]))
			dr_plain_range(place_of(&s[i]), s[i].size, s[i].writes ? DR_WRITES : DR_READS, site);
}

void dr_shared_before(const char *name, const void *site)
{
	announce_shared(dr_effect_named(name), BEFORE, site);
}

void dr_shared_after(const char *name, const void *site)
{
	announce_shared(dr_effect_named(name), AFTER, site);
}

/* Hidden state that fingerprints cover where the program can read it (spin.h), or that only the output shows. */
#define COVERED \
	(DR_STATE_HEAP | DR_STATE_ERRNO | DR_STATE_RAISED | DR_STATE_ROUNDING | DR_STATE_EXCEPTION | DR_STATE_STDOUT | \
		DR_STATE_STDERR)

/* Does a call of the function change what later actions of the thread may depend on, unannounced? */
static int changes_state(const struct dr_effect *effect)
{
	if (!effect || (effect->writes & ~COVERED) || (effect->flags & DR_EFFECT_OUTSIDE))
		return 1;
	const struct dr_effect_access *a = dr_effect_accesses(effect);
	for (unsigned i = 0; i < effect->count; i++)
		if (a[i].extent == DR_EXTENT_ANY && a[i].kind != DR_EFFECT_READS)
			return 1;
	return 0;
}

static int has_accesses(const struct dr_effect *effect, enum when time)
{
	const struct dr_effect_access *a = dr_effect_accesses(effect);
	for (unsigned i = 0; i < effect->count; i++)
		if (when(effect, &a[i], DR_READS) == time || when(effect, &a[i], DR_WRITES) == time)
			return 1;
	const struct dr_effect_shared *s = dr_effect_shared_states(effect);
	for (unsigned i = 0; i < effect->shared_count; i++)
		if (when_shared(&s[i]) == time)
			return 1;
	return 0;
}

static const struct announced *announced_by(const struct frame *f)
{
	return &announced[(f->entry - (uint64_t)dr_entries) / ENTRY_SIZE];
}

struct next dr_announce_before(const struct frame *f)
{
	const struct announced *a = announced_by(f);
	if (!dr_self || dr_ours(f->site))
		return (struct next){a->function, 0};
	if (changes_state(a->effect)) {
		dr_changed();
		dr_local_unknown();
	}
	if (!a->effect)
		return (struct next){a->function, 0};
	announce_shared(a->effect, BEFORE, (const void *)f->site);
	announce(f, a->effect, BEFORE, 0, 0);
	return (struct next){a->function, (uint64_t)has_accesses(a->effect, AFTER)};
}

void dr_announce_after(const struct frame *f, uint64_t result)
{
	if (!dr_self)
		return;
	dr_local_unknown(); /* what was written over is not known any more */
	announce(f, announced_by(f)->effect, AFTER, (int64_t)result, (int)result == -1);
	announce_shared(announced_by(f)->effect, AFTER, (const void *)f->site);
}

uint64_t dr_announcing(const char *name, uint64_t function)
{
	const struct dr_effect *effect = dr_in_systems_library((const void *)function) ? dr_effect_named(name) : NULL;
	if (effect && !changes_state(effect) && !has_accesses(effect, BEFORE) && !has_accesses(effect, AFTER))
		return 0;
	unsigned i = 0;
	while (i < count && announced[i].function != function)
		i++;
	if (i == ENTRIES)
		dr_fatal("the program calls too many functions that are not instrumented");
	if (i == count)
		announced[count++] = (struct announced){function, effect};
	return (uint64_t)dr_entries + i * ENTRY_SIZE;
}

const void *dr_announced_function(const void *address)
{
	uint64_t at = (uint64_t)address - (uint64_t)dr_entries;
	return at < ENTRIES * ENTRY_SIZE ? (const void *)announced[at / ENTRY_SIZE].function : address;
}
