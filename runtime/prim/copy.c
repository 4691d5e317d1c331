/* Copying and filling memory (copy.h). */
#include "prim/base.h"

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
