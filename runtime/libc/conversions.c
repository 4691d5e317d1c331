/* The conversions of a format of scanf, and the objects that they write (conversions.h). */
#include "libc/conversions.h"
#include "libc/format.h"
#include "memory/interposed.h"
#include "symbolic/symbolic.h"

#include <limits.h>
#include <stdio.h>
#include <wchar.h>

#define LARGEST 16u
#define DIGITS 20u /* of a number of 64 bits */
#define OTHER '\x7f'

/* The character at that index; OTHER if it is not one of ASCII. */
static char at(const struct dr_format *f, size_t i)
{
	if (f->unit == 1)
		return ((const volatile char *)f->text)[i];
	wchar_t c = ((const volatile wchar_t *)f->text)[i];
	return c >= 0 && c < OTHER ? (char)c : OTHER;
}

/* Parses from *index up to the next conversion that writes. Returns 1 and fills in *t without the pointers; 0 at the
 * end; -1 at a conversion that it does not know. */
static int conversion(const struct dr_format *f, size_t *index, struct dr_target *t)
{
	size_t i = *index;
	for (;;) {
		while (at(f, i) && at(f, i) != '%')
			i++;
		if (!at(f, i))
			return 0;
		i++;
		if (at(f, i) == '%') {
			i++;
			continue;
		}
		int stores = at(f, i) != '*';
		i += !stores;
		*t = (struct dr_target){.unit = 1, .end = i};
		for (; dr_is_digit(at(f, i)); i++)
			t->width = 10 * t->width + (size_t)(at(f, i) - '0');
		int longs = 0;
		for (;; i++) {
			char c = at(f, i);
			if (c == 'l' || c == 'j' || c == 'z' || c == 't' || c == 'q')
				longs = longs < 0 ? longs : longs + 1;
			else if (c == 'L')
				longs = 2;
			else if (c == 'h')
				longs--;
			else
				break;
		}
		char type = dr_conversion_type(at(f, i));
		i += type != 0;
		int wide = longs > 0 || type == 'S' || type == 'C';
		switch (type) {
		case 'n':
			t->counts = 1;
			/* fallthrough */
		case 'd': t->size = dr_integer_size(longs); break;
		case 'e': t->size = longs > 1 ? 10 : longs == 1 ? 8 : 4; break;
		case 'p': t->size = 8; break;
		case 'C':
		case 'c': t->size = (t->width ? t->width : 1) * (wide ? sizeof(wchar_t) : 1); break;
		case '[':
			i += at(f, i) == '^';
			i += at(f, i) == ']';
			while (at(f, i) && at(f, i) != ']')
				i++;
			i += at(f, i) == ']';
			/* fallthrough */
		case 'S':
		case 's': t->unit = wide ? sizeof(wchar_t) : 1; break;
		default: return -1;
		}
		*index = i;
		if (t->size || t->width)
			t->end = 0;
		if (stores)
			return 1;
	}
}

static void refuse(const struct dr_format *f, const char *why)
{
	char text[96];
	snprintf(text, sizeof text, "%s with %s", f->name, why);
	dr_unsupported(text);
}

/* A wide stream's characters may become several bytes each. */
static size_t room_of(const struct dr_target *t, const struct dr_format *f)
{
	size_t most = f->unit > t->unit ? MB_LEN_MAX : 1;
	return t->size ? t->size * most : (t->width * most + 1) * t->unit;
}

static size_t rounded(size_t size)
{
	return (size + LARGEST - 1) & -(size_t)LARGEST;
}

static size_t length_of(const struct dr_format *f)
{
	size_t n = 0;
	while (at(f, n))
		n++;
	return n;
}

void dr_conversions_begin(struct dr_conversions *c, const struct dr_format *f, va_list list, size_t longest)
{
	c->count = 0;
	size_t wanted = 0, index = 0;
	for (int more; (more = conversion(f, &index, &c->target[c->count])); c->count++) {
		struct dr_target *t = &c->target[c->count];
		if (more < 0 || c->count == DR_TARGETS - 1)
			refuse(f, "a conversion that drista does not know");
		t->to = va_arg(list, void *);
		t->made = (char *)wanted;
		if (!t->size && !t->width)
			t->width = longest;
		wanted += rounded(room_of(t, f));
	}
	c->bounded = wanted;
	wanted += (length_of(f) + 1 + c->count * DIGITS) * f->unit;
	c->size = wanted;
	c->space = dr_scratch(&c->size);
	if (c->size < wanted)
		refuse(f, "too long strings");
	dr_raw_memset(c->space, 0, c->bounded);
	for (unsigned i = 0; i < c->count; i++) {
		struct dr_target *t = &c->target[i];
		c->made[i] = t->made += (uint64_t)c->space;
		if (t->counts)
			dr_raw_memset(t->made, 0xff, t->size); /* -1: not counted so far */
	}
	/* A va_list whose arguments lie in memory one after the other, as the System V ABI of x86-64 passes those after
	 * the sixth. */
	struct {
		unsigned integers, floats;
		void **rest, *saved;
	} ours[1] = {{48, 176, c->made, NULL}};
	_Static_assert(sizeof c->given == sizeof ours, "a list of arguments");
	dr_raw_memcpy(c->given, ours, sizeof ours);
}

static void put(char *to, size_t index, char letter, unsigned unit)
{
	if (unit == 1)
		to[index] = letter;
	else
		((wchar_t *)(void *)to)[index] = letter;
}

const void *dr_conversions_bounded(struct dr_conversions *c, const struct dr_format *f)
{
	char *to = c->space + c->bounded;
	size_t n = 0;
	unsigned next = 0;
	for (size_t i = 0;; i++) {
		while (next < c->count && !c->target[next].end)
			next++;
		if (next < c->count && c->target[next].end == i) {
			char digits[DIGITS + 1];
			int count = snprintf(digits, sizeof digits, "%zu", c->target[next++].width);
			for (int d = 0; d < count; d++)
				put(to, n++, digits[d], f->unit);
		}
		if (f->unit == 1)
			to[n++] = ((const char *)f->text)[i];
		else
			((wchar_t *)(void *)to)[n++] = ((const wchar_t *)f->text)[i];
		if (!at(f, i))
			return to;
	}
}

static size_t bytes_of(const struct dr_target *t)
{
	if (t->size)
		return t->size;
	return t->unit == 1 ? dr_length(t->made, SIZE_MAX) + 1
			    : (dr_wide_length((wchar_t *)(void *)t->made, SIZE_MAX) + 1) * t->unit;
}

void dr_conversions_store(struct dr_conversions *c, const struct dr_format *f, int result, const void *site)
{
	int left = result;
	for (unsigned i = 0; i < c->count; i++) {
		const struct dr_target *t = &c->target[i];
		if (t->counts ? *t->made == -1 && t->made[t->size - 1] == -1 : left-- <= 0)
			continue;
		size_t size = bytes_of(t);
		if (t->end && size > t->width * t->unit)
			refuse(f, "too long strings");
		dr_writes(t->to, t->made, size, site);
		dr_symbolic_clear(t->to, size);
	}
	dr_scratch_done(c->space, c->size);
}
