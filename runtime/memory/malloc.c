/*
 * malloc and its family (C11 7.22.3; reallocarray, cfree and malloc_usable_size are extensions of glibc), which replace
 * libc's, on top of the allocator of alloc.c.
 */
#include "memory/plain.h"
#include "memory/blocks.h"
#include "memory/faults.h"
#include "core/internal.h"
#include "memory/modules.h"
#include "core/hooks.h"

#include <errno.h>

/* The loader's data on libraries and their thread-local storage is read and written unannounced, under a lock of the
 * loader's. For the program it is like memory allocated before main. */
static struct dr_thread *unobserved(const void *site)
{
	struct dr_thread *self = dr_self;
	if (self && dr_is_loader((uint64_t)site))
		dr_self = NULL;
	return self;
}

static void *allocate(size_t alignment, size_t size, const void *site)
{
	struct dr_thread *self = unobserved(site);
	void *block = dr_allocate(alignment, size, DR_MALLOC, site);
	dr_self = self;
	return block;
}

DR_EXPORT void *malloc(size_t size)
{
	return dr_memory_fails(0, DR_SITE, "malloc(%zu)", size) ? NULL : allocate(DR_HEAP_ALIGNMENT, size, DR_SITE);
}

DR_EXPORT void *calloc(size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	if (dr_memory_fails(0, DR_SITE, "calloc(%zu, %zu)", count, size))
		return NULL;
	void *block = allocate(DR_HEAP_ALIGNMENT, total, DR_SITE);
	if (block && total && !dr_is_loader((uint64_t)DR_SITE)) /* the memory is zero already, but for race detection
								   the zeros are written now */
		dr_plain_range(block, total, DR_CLEARS, DR_SITE);
	return block;
}

DR_EXPORT void free(void *block)
{
	struct dr_thread *self = unobserved(DR_SITE);
	dr_deallocate(block, 0, DR_MALLOC, DR_SITE);
	dr_self = self;
}

/* Always moves the block, so that uses of old pointers into it are found. */
static void *resize(void *block, size_t size, const void *site)
{
	if (block && !dr_block_check(block, "realloc", site))
		return NULL;
	if (block && size == 0) { /* as glibc does */
		dr_deallocate(block, 0, DR_MALLOC, site);
		return NULL;
	}
	if (dr_memory_fails(0, site, block ? "realloc(block, %zu)" : "realloc(NULL, %zu)", size))
		return NULL; /* the block stays as it is */
	if (!block)
		return allocate(DR_HEAP_ALIGNMENT, size, site);
	void *fresh = allocate(DR_HEAP_ALIGNMENT, size, site);
	if (!fresh)
		return NULL;
	size_t old = dr_block_of((uint64_t)block)->size, kept = old < size ? old : size;
	dr_plain_range(block, kept, 0, site);
	dr_plain_range(fresh, kept, 1, site);
	dr_copy(fresh, block, kept);
	dr_hooks.moves(fresh, block, kept);
	dr_deallocate(block, 0, DR_MALLOC, site);
	return fresh;
}

DR_EXPORT void *realloc(void *block, size_t size)
{
	struct dr_thread *self = unobserved(DR_SITE);
	void *fresh = resize(block, size, DR_SITE);
	dr_self = self;
	return fresh;
}

DR_EXPORT void *reallocarray(void *block, size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	return resize(block, total, DR_SITE);
}

DR_EXPORT void cfree(void *block)
{
	dr_deallocate(block, 0, DR_MALLOC, DR_SITE);
}

DR_EXPORT size_t malloc_usable_size(void *block)
{
	return block && dr_block_check(block, "malloc_usable_size", DR_SITE) ? dr_block_of((uint64_t)block)->size : 0;
}
