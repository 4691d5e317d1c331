/* Allocation with an alignment. An invalid alignment is misuse, whatever the call would return. */
#include "memory/plain.h"
#include "memory/blocks.h"
#include "memory/faults.h"
#include "core/internal.h"

#include <errno.h>
#include <stdlib.h>

#define ALIGNMENT 16ul /* of all blocks */
#define PAGE 4096ul

static void *allocate(size_t alignment, size_t size, const void *site)
{
	return dr_allocate(alignment < ALIGNMENT ? ALIGNMENT : alignment, size, DR_MALLOC, site);
}

DR_EXPORT void *memalign(size_t alignment, size_t size);
DR_EXPORT void *valloc(size_t size);
DR_EXPORT void *pvalloc(size_t size);

static int is_power(size_t n)
{
	return n && !(n & (n - 1));
}

/*
 * "The value of alignment shall be a power of two multiple of sizeof(void *)" (POSIX.1-2017). The call returns EINVAL
 * and leaves `out` alone, but programs that make the mistake rarely check the result.
 */
DR_EXPORT int posix_memalign(void **out, size_t alignment, size_t size)
{
	if (alignment < sizeof(void *) || !is_power(alignment)) {
		if (dr_self)
			dr_heap_bad_alignment("posix_memalign", alignment,
				"a power of two and a multiple of sizeof(void *)", DR_SITE);
		return EINVAL;
	}
	int saved = errno;
	int fails = dr_memory_fails(0, DR_SITE, "posix_memalign(%zu, %zu)", alignment, size);
	void *block = fails ? NULL : allocate(alignment, size, DR_SITE);
	errno = saved;
	if (!block)
		return ENOMEM;
	dr_plain_range(out, sizeof block, DR_WRITES, DR_SITE);
	*out = block;
	return 0;
}

static void *aligned(size_t alignment, size_t size, const void *site)
{
	size_t power = ALIGNMENT; /* glibc rounds up as well */
	while (power < alignment && power < 1ul << 31)
		power *= 2;
	return allocate(power, size, site);
}

DR_EXPORT void *memalign(size_t alignment, size_t size)
{
	if (dr_memory_fails(0, DR_SITE, "memalign(%zu, %zu)", alignment, size))
		return NULL;
	return aligned(alignment, size, DR_SITE);
}

/* "The value of alignment shall be a valid alignment [...] and the value of size shall be an integral multiple of
 * alignment" (C11 7.22.3.1). */
DR_EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
	if (dr_self && !is_power(alignment))
		dr_heap_bad_alignment("aligned_alloc", alignment, "a power of two", DR_SITE);
	if (dr_self && size % alignment)
		dr_heap_bad_size(alignment, size, DR_SITE);
	if (dr_memory_fails(0, DR_SITE, "aligned_alloc(%zu, %zu)", alignment, size))
		return NULL;
	return aligned(alignment, size, DR_SITE);
}

DR_EXPORT void *valloc(size_t size)
{
	return dr_memory_fails(0, DR_SITE, "valloc(%zu)", size) ? NULL : allocate(PAGE, size, DR_SITE);
}

DR_EXPORT void *pvalloc(size_t size)
{
	if (dr_memory_fails(0, DR_SITE, "pvalloc(%zu)", size))
		return NULL;
	return allocate(PAGE, (size + PAGE - 1) & -PAGE, DR_SITE);
}
