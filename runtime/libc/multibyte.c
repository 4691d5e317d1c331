/*
 * Conversions between wide and multibyte strings (C11 7.22.7, 7.22.8, 7.29.6). libc converts to the runtime's memory,
 * and the result is copied (interposed.h). Twice where it says what the call reads: other threads may run where that is
 * announced.
 */
#include "memory/plain.h"
#include "memory/interposed.h"

#include <limits.h>
#include <stdlib.h>
#include <uchar.h>

#define STATE mbstate_t *state
#define FAILED(n) ((n) == (size_t)-1)

static mbstate_t state_of(const mbstate_t *state, const void *site)
{
	dr_plain_range(state, sizeof *state, DR_READS, site);
	return *state;
}

static void store_state(mbstate_t *state, const mbstate_t *made, const void *site)
{
	dr_writes(state, made, sizeof *made, site);
}

/* The state of all calls of a function that get none: calls without order race (C11 7.29.6.3, 7.29.6.4). */
#define OWN_STATE(name) static mbstate_t name##_state
#define STATE_OF(name) (state ? state : &name##_state)

/*
 * Defines the conversion of a string: `name`, by the real function of that name. `to`: NULL: the result is counted
 * only. `from`: set to where the conversion ended, NULL at the end of the string. `most` characters are written, of at
 * most `left` characters of the source.
 */
#define CONVERTS(name, target, source, length_of) \
	static size_t name##_at(target *to, const source **from, size_t left, size_t most, mbstate_t *state, \
		int stores, const void *site) \
	{ \
		static size_t (*real)(target *, const source **, size_t, size_t, mbstate_t *); \
		dr_real_one(&real, #name); \
		mbstate_t begun = state_of(state, site), now = begun; \
		const source *at = *from; \
		size_t there = length_of(*from, left); \
		there += there < left; \
		if (!to) { \
			dr_plain_range(*from, there * sizeof(source), DR_READS, site); \
			return real(NULL, &at, left, 0, &now); \
		} \
		size_t longest = there > SIZE_MAX / MB_LEN_MAX ? SIZE_MAX : there * MB_LEN_MAX; \
		size_t room = most < longest ? most : longest, size = room * sizeof(target); \
		target *made = dr_scratch(&size); \
		size_t n = real(made, &at, left, room, &now); \
		size_t read = at ? (size_t)(at - *from) + FAILED(n) : there; \
		dr_plain_range(*from, (read < there ? read : there) * sizeof(source), DR_READS, site); \
		at = *from, now = begun; \
		n = real(made, &at, left, room, &now); \
		if (!FAILED(n)) \
			dr_writes(to, made, (n + !at) * sizeof(target), site); \
		dr_scratch_done(made, size); \
		if (stores) \
			dr_writes(from, &at, sizeof at, site); \
		store_state(state, &now, site); \
		return n; \
	}
CONVERTS(mbsnrtowcs, wchar_t, char, dr_length)
CONVERTS(wcsnrtombs, char, wchar_t, dr_wide_length)

/* The functions for strings, and their names for _FORTIFY_SOURCE, where `room` counts characters of the target. */
#define STRINGS(target, source, counted, restarted, plain) \
	OWN_STATE(counted); \
	OWN_STATE(restarted); \
	WEAK size_t counted(target *to, const source **from, size_t left, size_t most, STATE); \
	size_t counted(target *to, const source **from, size_t left, size_t most, STATE) \
	{ \
		dr_plain_range(from, sizeof *from, DR_READS, DR_SITE); \
		return counted##_at(to, from, left, most, STATE_OF(counted), to != NULL, DR_SITE); \
	} \
	WEAK size_t restarted(target *to, const source **from, size_t most, STATE); \
	size_t restarted(target *to, const source **from, size_t most, STATE) \
	{ \
		dr_plain_range(from, sizeof *from, DR_READS, DR_SITE); \
		return counted##_at(to, from, SIZE_MAX, most, STATE_OF(restarted), to != NULL, DR_SITE); \
	} \
	WEAK size_t plain(target *to, const source *from, size_t most); \
	size_t plain(target *to, const source *from, size_t most) \
	{ \
		return counted##_at(to, &from, SIZE_MAX, most, &(mbstate_t){0}, 0, DR_SITE); \
	} \
	CHECKED(size_t, counted, (target * to, const source **from, size_t left, size_t most, STATE, size_t room), \
		(to, from, left, most, state), most) \
	CHECKED(size_t, restarted, (target * to, const source **from, size_t most, STATE, size_t room), \
		(to, from, most, state), most) \
	CHECKED(size_t, plain, (target * to, const source *from, size_t most, size_t room), (to, from, most), most)
#define CHECKED(type, name, parameters, given, needed) \
	WEAK type __##name##_chk parameters; \
	type __##name##_chk parameters \
	{ \
		if ((needed) > room) \
			__chk_fail(); \
		return name given; \
	}
STRINGS(wchar_t, char, mbsnrtowcs, mbsrtowcs, mbstowcs)
STRINGS(char, wchar_t, wcsnrtombs, wcsrtombs, wcstombs)

/* How many bytes the conversion of one character has read. */
static size_t bytes_of(size_t result, size_t most, const char *from)
{
	if (FAILED(result))
		return 1;
	if (result == (size_t)-2)
		return most;
	if (result == (size_t)-3)
		return 0;
	return result ? result : dr_length(from, most) + 1;
}

static int is_made(size_t result)
{
	return !FAILED(result) && result != (size_t)-2;
}

/* Defines a conversion of one character from bytes. */
#define FROM_BYTES(name, target) \
	static size_t name##_at(target *to, const char *from, size_t most, STATE, const void *site) \
	{ \
		static size_t (*real)(target *, const char *, size_t, mbstate_t *); \
		dr_real_one(&real, #name); \
		mbstate_t begun = state_of(state, site), now = begun; \
		target made; \
		if (from) { \
			size_t n = real(&made, from, most, &now); \
			dr_plain_range(from, bytes_of(n, most, from), DR_READS, site); \
			now = begun; \
		} \
		size_t n = real(&made, from, most, &now); \
		if (to && from && is_made(n)) \
			dr_writes(to, &made, sizeof made, site); \
		store_state(state, &now, site); \
		return n; \
	} \
	OWN_STATE(name); \
	WEAK size_t dr_##name(target *to, const char *from, size_t most, STATE) __asm__(#name); \
	size_t dr_##name(target *to, const char *from, size_t most, STATE) \
	{ \
		return name##_at(to, from, most, STATE_OF(name), DR_SITE); \
	}
FROM_BYTES(mbrtowc, wchar_t)
FROM_BYTES(mbrtoc16, char16_t)
FROM_BYTES(mbrtoc32, char32_t)

OWN_STATE(mbrlen);
WEAK size_t dr_mbrlen(const char *from, size_t most, STATE) __asm__("mbrlen"); /* <wchar.h> defines it inline */
size_t dr_mbrlen(const char *from, size_t most, STATE)
{
	return mbrtowc_at(NULL, from, most, STATE_OF(mbrlen), DR_SITE);
}

static int single(wchar_t *to, const char *from, size_t most, STATE, const void *site)
{
	size_t n = mbrtowc_at(to, from, most, state, site);
	return from && !is_made(n) ? -1 : (int)n;
}

OWN_STATE(mbtowc);
WEAK int mbtowc(wchar_t *to, const char *from, size_t most);
int mbtowc(wchar_t *to, const char *from, size_t most)
{
	return single(to, from, most, &mbtowc_state, DR_SITE);
}

OWN_STATE(mblen);
WEAK int mblen(const char *from, size_t most);
int mblen(const char *from, size_t most)
{
	return single(NULL, from, most, &mblen_state, DR_SITE);
}

/* Defines a conversion of one character to bytes. */
#define TO_BYTES(name, source) \
	static size_t name##_at(char *to, source c, STATE, const void *site) \
	{ \
		static size_t (*real)(char *, source, mbstate_t *); \
		dr_real_one(&real, #name); \
		char made[MB_LEN_MAX]; \
		mbstate_t now = state_of(state, site); \
		size_t n = real(to ? made : NULL, c, &now); \
		if (to && !FAILED(n)) \
			dr_writes(to, made, n, site); \
		store_state(state, &now, site); \
		return n; \
	} \
	OWN_STATE(name); \
	WEAK size_t name(char *to, source c, STATE); \
	size_t name(char *to, source c, STATE) \
	{ \
		return name##_at(to, c, STATE_OF(name), DR_SITE); \
	}
TO_BYTES(wcrtomb, wchar_t)
TO_BYTES(c16rtomb, char16_t)
TO_BYTES(c32rtomb, char32_t)
CHECKED(size_t, wcrtomb, (char *to, wchar_t c, STATE, size_t room), (to, c, state), to ? MB_CUR_MAX : 0)

OWN_STATE(wctomb);
WEAK int wctomb(char *to, wchar_t c);
int wctomb(char *to, wchar_t c)
{
	size_t n = wcrtomb_at(to, c, &wctomb_state, DR_SITE);
	return to ? (int)n : 0; /* no encoding of glibc's locales has shift states */
}
CHECKED(int, wctomb, (char *to, wchar_t c, size_t room), (to, c), to ? MB_CUR_MAX : 0)
