/*
 * memcpy, memmove and memset: the program's copying is announced like other accesses. clang from 16 on calls the
 * __tsan_ names. Older versions and gcc call the plain names, so the runtime defines these for the whole process. While
 * dr_self is NULL they only copy, and they work from the first instructions of a process.
 */
#define DRISTA_DEFINES_MEMCPY
#include "fiber/fiber.h"
#include "memory/plain.h"

#if defined(__x86_64__)
void *dr_raw_memcpy(void *to, const void *from, size_t size)
{
	void *result = to;
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
	return result;
}

void *dr_raw_memset(void *to, int byte, size_t size)
{
	void *result = to;
	__asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(byte) : "memory");
	return result;
}
#else
void *dr_raw_memcpy(void *to, const void *from, size_t size)
{
	volatile uint8_t *d = to; /* volatile: else the compiler emits a call of memcpy here */
	const uint8_t *s = from;
	while (size--)
		*d++ = *s++;
	return to;
}

void *dr_raw_memset(void *to, int byte, size_t size)
{
	volatile uint8_t *d = to;
	while (size--)
		*d++ = (uint8_t)byte;
	return to;
}
#endif

void *dr_raw_memmove(void *to, const void *from, size_t size)
{
	if ((uint64_t)to - (uint64_t)from >= size) /* copying upwards never overwrites what is still to be read */
		return dr_raw_memcpy(to, from, size);
	volatile uint8_t *d = to;
	const uint8_t *s = from;
	while (size--)
		d[size] = s[size];
	return to;
}

void dr_copy(void *to, const void *from, size_t size)
{
	dr_raw_memcpy(to, from, size);
}

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
