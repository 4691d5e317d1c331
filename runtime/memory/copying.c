/*
 * memcpy, memmove and memset: the program's copying is announced like other accesses. clang from 16 on calls the
 * __tsan_ names. Older versions and gcc call the plain names, so the runtime defines these for the whole process. While
 * dr_self is NULL they only copy, and they work from the first instructions of a process.
 */
#define DRISTA_DEFINES_MEMCPY
#include "fiber/fiber.h"
#include "memory/plain.h"

void dr_touch(const void *object, size_t alignment, const void *byte, int how, const void *site)
{
	char who[16];
	if (dr_self && (uint64_t)object % alignment)
		dr_error(DR_MEMORY, (uint64_t)object, site,
			"%s uses a synchronisation object at an address that is not a multiple of %zu: 0x%lx",
			dr_thread_text(dr_self, who), alignment, (unsigned long)object);
	dr_plain_object(byte, how, site);
}

static void *copy(void *to, const void *from, size_t size, const void *site)
{
	if (dr_self && size) {
		dr_plain_range(from, size, 0, site);
		dr_plain_range(to, size, 1, site);
	}
	dr_raw_memmove(to, from, size);
	return to;
}

static void *set(void *to, int byte, size_t size, const void *site)
{
	dr_plain_range(to, size, 1, site);
	return dr_raw_memset(to, byte, size);
}

DR_EXPORT void *__tsan_memcpy(void *to, const void *from, size_t size);
DR_EXPORT void *__tsan_memmove(void *to, const void *from, size_t size);
DR_EXPORT void *__tsan_memset(void *to, int byte, size_t size);
DR_EXPORT void *memcpy(void *to, const void *from, size_t size);
DR_EXPORT void *memmove(void *to, const void *from, size_t size);
DR_EXPORT void *memset(void *to, int byte, size_t size);
DR_EXPORT __attribute__((weak)) void *mempcpy(void *to, const void *from, size_t size);
DR_EXPORT __attribute__((weak)) void *__mempcpy(void *to, const void *from, size_t size);
DR_EXPORT __attribute__((weak)) void bcopy(const void *from, void *to, size_t size);
DR_EXPORT __attribute__((weak)) void bzero(void *to, size_t size);
DR_EXPORT void *__memcpy_chk(void *to, const void *from, size_t size, size_t room);
DR_EXPORT void *__memmove_chk(void *to, const void *from, size_t size, size_t room);
DR_EXPORT void *__memset_chk(void *to, int byte, size_t size, size_t room);
_Noreturn void __chk_fail(void); /* libc's */

void *__tsan_memcpy(void *to, const void *from, size_t size)
{
	return copy(to, from, size, DR_SITE);
}
void *__tsan_memmove(void *to, const void *from, size_t size)
{
	return copy(to, from, size, DR_SITE);
}
void *__tsan_memset(void *to, int byte, size_t size)
{
	return set(to, byte, size, DR_SITE);
}
void *memcpy(void *to, const void *from, size_t size)
{
	return copy(to, from, size, DR_SITE);
}
void *memmove(void *to, const void *from, size_t size)
{
	return copy(to, from, size, DR_SITE);
}
void *memset(void *to, int byte, size_t size)
{
	return set(to, byte, size, DR_SITE);
}
void *mempcpy(void *to, const void *from, size_t size)
{
	return (char *)copy(to, from, size, DR_SITE) + size;
}
void *__mempcpy(void *to, const void *from, size_t size)
{
	return (char *)copy(to, from, size, DR_SITE) + size;
}
void bcopy(const void *from, void *to, size_t size)
{
	copy(to, from, size, DR_SITE);
}
void bzero(void *to, size_t size)
{
	set(to, 0, size, DR_SITE);
}

/* The names that _FORTIFY_SOURCE uses. */
void *__memcpy_chk(void *to, const void *from, size_t size, size_t room)
{
	if (size > room)
		__chk_fail();
	return copy(to, from, size, DR_SITE);
}

void *__memmove_chk(void *to, const void *from, size_t size, size_t room)
{
	if (size > room)
		__chk_fail();
	return copy(to, from, size, DR_SITE);
}

void *__memset_chk(void *to, int byte, size_t size, size_t room)
{
	if (size > room)
		__chk_fail();
	return set(to, byte, size, DR_SITE);
}
