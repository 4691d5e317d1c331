/*
 * C++'s operator new and delete: the header of a block says which function allocated it. Weak, since a program may
 * define its own. Names are those of the Itanium C++ ABI on x86-64; libstdc++ defines the rest (exceptions, the
 * new-handler).
 */
#include "memory/blocks.h"
#include "memory/faults.h"
#include "core/internal.h"
#include "prim/real.h"

#include <dlfcn.h>
#include <stdint.h>

#define WEAK DR_EXPORT __attribute__((weak))
#define PROGRAMS extern __attribute__((visibility("hidden")))
#define LEAST 16ul /* every block's alignment */

WEAK void *dr_new(size_t size) __asm__("_Znwm");
WEAK void dr_delete(void *block) __asm__("_ZdlPv");

/* The default operator new[] is the program's operator new, if it has one ([new.delete.array]); so for delete[].
 * libstdc++'s operator new is the program's malloc, if it has one. */
PROGRAMS void *(*const dr_programs__Znwm)(size_t);
PROGRAMS void (*const dr_programs__ZdlPv)(void *);
PROGRAMS void *(*const dr_programs_malloc)(size_t);
PROGRAMS void *(*const dr_programs_aligned_alloc)(size_t, size_t);
PROGRAMS void (*const dr_programs_free)(void *);

#define OURS(function) dr_ours((uint64_t)(void *)(function))

/* What std::get_new_handler returns; NULL: nothing. */
static void (*new_handler(void))(void)
{
	static void (*(*get)(void))(void);
	if (!get)
		*(void **)&get = dr_real_dlsym()(RTLD_DEFAULT, "_ZSt15get_new_handlerv");
	return get ? get() : NULL;
}

/* An allocation has failed, and nobody handles that. No memory holds as much as is asked of libstdc++'s operator new
 * here: it throws, however much was asked for. */
static void *throws_bad_alloc(void)
{
	static void *(*throws)(size_t);
	if (!throws)
		*(void **)&throws = dr_real_dlsym()(RTLD_NEXT, "_Znwm"); /* libstdc++'s, not a definition before it */
	if (!throws)
		dr_unsupported("operator new that fails, with libstdc++ linked statically");
	return throws(PTRDIFF_MAX);
}

/* NULL: there is no memory. */
static void *make(size_t alignment, size_t size, enum dr_allocator how, const void *site)
{
	if (dr_memory_fails(1, site, how == DR_NEW ? "operator new(%zu)" : "operator new[](%zu)", size))
		return NULL;
	if (!OURS(dr_programs_malloc)) {
		size_t least = size ? size : 1;
		return alignment <= LEAST ? dr_programs_malloc(least)
					  : dr_programs_aligned_alloc(alignment, (least + alignment - 1) & -alignment);
	}
	return dr_allocate(alignment < LEAST ? LEAST : alignment, size, how, site);
}

static void unmake(void *block, size_t size, enum dr_allocator how, const void *site)
{
	if (OURS(dr_programs_free))
		dr_deallocate(block, size, how, site);
	else
		dr_programs_free(block);
}

static void *make_or_throw(size_t alignment, size_t size, enum dr_allocator how, const void *site)
{
	for (;;) { /* [new.delete.single] p3, p4 */
		void *block = make(alignment, size, how, site);
		void (*handler)(void) = block ? NULL : new_handler();
		if (block)
			return block;
		if (!handler)
			return throws_bad_alloc();
		handler();
	}
}

static int own_new(void)
{
	return OURS(dr_programs__Znwm);
}
static int own_delete(void)
{
	return OURS(dr_programs__ZdlPv);
}

void *dr_new(size_t size)
{
	return make_or_throw(LEAST, size, DR_NEW, DR_SITE);
}
void dr_delete(void *block)
{
	unmake(block, 0, DR_NEW, DR_SITE);
}

#define NEW(name, symbol, parameters, ...) \
	WEAK void *dr_##name parameters __asm__(symbol); \
	void *dr_##name parameters \
	{ \
		__VA_ARGS__ \
	}
#define DELETE(name, symbol, parameters, ...) \
	WEAK void dr_##name parameters __asm__(symbol); \
	void dr_##name parameters \
	{ \
		__VA_ARGS__ \
	}

/* size; size, nothrow; size, alignment; size, alignment, nothrow */
NEW(new_array, "_Znam", (size_t n),
	return own_new() ? make_or_throw(LEAST, n, DR_NEW_ARRAY, DR_SITE) : dr_programs__Znwm(n);)
NEW(new_nothrow, "_ZnwmRKSt9nothrow_t", (size_t n, const void *t), (void)t;
	return own_new() ? make(LEAST, n, DR_NEW, DR_SITE) : dr_programs__Znwm(n);)
NEW(new_array_nothrow, "_ZnamRKSt9nothrow_t", (size_t n, const void *t), (void)t;
	return own_new() ? make(LEAST, n, DR_NEW_ARRAY, DR_SITE) : dr_programs__Znwm(n);)
NEW(new_aligned, "_ZnwmSt11align_val_t", (size_t n, size_t a), return make_or_throw(a, n, DR_NEW, DR_SITE);)
NEW(new_array_aligned, "_ZnamSt11align_val_t", (size_t n, size_t a), return make_or_throw(a, n, DR_NEW_ARRAY, DR_SITE);)
NEW(new_aligned_nothrow, "_ZnwmSt11align_val_tRKSt9nothrow_t", (size_t n, size_t a, const void *t), (void)t;
	return make(a, n, DR_NEW, DR_SITE);)
NEW(new_array_aligned_nothrow, "_ZnamSt11align_val_tRKSt9nothrow_t", (size_t n, size_t a, const void *t), (void)t;
	return make(a, n, DR_NEW_ARRAY, DR_SITE);)

#define ONE(n) \
	if (own_delete()) \
		unmake(p, n, DR_NEW, DR_SITE); \
	else \
		dr_programs__ZdlPv(p);
/* Sized delete of an array. Whether the size includes the compiler's array cookie is not fixed, so it is not
 * checked. */
#define ARRAY \
	if (own_delete()) \
		unmake(p, 0, DR_NEW_ARRAY, DR_SITE); \
	else \
		dr_programs__ZdlPv(p);

DELETE(delete_sized, "_ZdlPvm", (void *p, size_t n), ONE(n))
DELETE(delete_nothrow, "_ZdlPvRKSt9nothrow_t", (void *p, const void *t), (void)t; ONE(0))
DELETE(delete_array, "_ZdaPv", (void *p), ARRAY)
DELETE(delete_array_sized, "_ZdaPvm", (void *p, size_t n), (void)n; ARRAY)
DELETE(delete_array_nothrow, "_ZdaPvRKSt9nothrow_t", (void *p, const void *t), (void)t; ARRAY)
DELETE(delete_aligned, "_ZdlPvSt11align_val_t", (void *p, size_t a), (void)a; unmake(p, 0, DR_NEW, DR_SITE);)
DELETE(delete_aligned_sized, "_ZdlPvmSt11align_val_t", (void *p, size_t n, size_t a), (void)a;
	unmake(p, n, DR_NEW, DR_SITE);)
DELETE(delete_array_aligned, "_ZdaPvSt11align_val_t", (void *p, size_t a), (void)a;
	unmake(p, 0, DR_NEW_ARRAY, DR_SITE);)
DELETE(delete_array_aligned_sized, "_ZdaPvmSt11align_val_t", (void *p, size_t n, size_t a), (void)n, (void)a;
	unmake(p, 0, DR_NEW_ARRAY, DR_SITE);)
DELETE(delete_aligned_nothrow, "_ZdlPvSt11align_val_tRKSt9nothrow_t", (void *p, size_t a, const void *t), (void)a,
	(void)t;
	unmake(p, 0, DR_NEW, DR_SITE);)
DELETE(delete_array_aligned_nothrow, "_ZdaPvSt11align_val_tRKSt9nothrow_t", (void *p, size_t a, const void *t), (void)a,
	(void)t;
	unmake(p, 0, DR_NEW_ARRAY, DR_SITE);)
