/* What scanf and sscanf read in symbolic text (scanned.h; C11 7.21.6.2). */
#include "libc/scanned.h"
#include "symbolic/numbers.h"
#include "symbolic/symbolic.h"

#include <stdio.h>

static int is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* One conversion of the format. */
struct conversion {
	int stores;
	size_t width; /* 0: none is given */
	char type; /* 'd', 's', 'c', 'n', '%'; 0: another one */
	const char *end;
};

/* `at`: behind the percent sign. */
static struct conversion conversion(const char *at)
{
	struct conversion c = {.stores = *at != '*'};
	at += !c.stores;
	for (; is_digit(*at); at++)
		c.width = 10 * c.width + (size_t)(*at - '0');
	int is_long = 0;
	for (; *at == 'h' || *at == 'l' || *at == 'j' || *at == 'z' || *at == 't' || *at == 'q'; at++)
		is_long |= *at == 'l';
	c.type = *at == 'u' ? 'd' : *at;
	/* wide characters are among the others */
	if ((c.type != 'd' && c.type != 's' && c.type != 'c' && c.type != 'n' && c.type != '%') ||
		(is_long && (c.type == 's' || c.type == 'c')))
		c.type = 0;
	c.end = at + 1;
	return c;
}

static int is_known(const char *format)
{
	for (const char *f = format; *f;) {
		if (*f++ != '%')
			continue;
		struct conversion c = conversion(f);
		if (!c.type)
			return 0;
		f = c.end;
	}
	return 1;
}

struct text {
	const uint8_t *end; /* NULL: before a zero */
	const void *site;
};

static int is_over(const struct text *t, const uint8_t *at)
{
	return t->end ? at >= t->end : dr_symbolic_within(at, 0, 1, t->site);
}

static int is_space_at(const struct text *t, const uint8_t *at)
{
	return dr_symbolic_within(at, ' ', 1, t->site) || dr_symbolic_within(at, '\t', '\r' - '\t' + 1, t->site);
}

static const uint8_t *skip(const struct text *t, const uint8_t *at)
{
	while (!is_over(t, at) && is_space_at(t, at))
		at++;
	return at;
}

/* The end of a word. Each byte of it is compared with zero, where the copy in the program ends. */
static const uint8_t *word(const struct text *t, const uint8_t *at, size_t width)
{
	for (; width && !is_over(t, at) && !is_space_at(t, at); at++, width--)
		if (t->end)
			dr_symbolic_within(at, 0, 1, t->site);
	return at;
}

/* The conversion of the text from s->end on. Returns 0 if it fails. */
static int convert(struct dr_scanned *s, const struct text *t, const struct conversion *c)
{
	const uint8_t *from = s->end;
	uint64_t expression = 0;
	size_t width = c->width ? c->width : SIZE_MAX;
	if (c->type == 'd') {
		size_t left = t->end ? (size_t)(t->end - from) : SIZE_MAX;
		struct dr_number n = dr_symbolic_digits(from, width < left ? width : left, t->site);
		s->end = n.end;
		if (!n.digits)
			return 0;
		expression = n.expression;
		from = NULL;
	} else if (c->type == 's') {
		s->end = word(t, from, width);
	} else if (c->type == 'c') {
		for (width = c->width ? c->width : 1; width; width--, s->end++)
			if (is_over(t, s->end))
				return 0;
	}
	if (c->stores && s->count < DR_TARGETS) {
		s->target[s->count].expression = expression;
		s->target[s->count].from = c->type == 'n' ? NULL : from;
		s->target[s->count++].size = (size_t)(s->end - from);
	}
	return 1;
}

int dr_symbolic_scan(struct dr_scanned *s, const char *format, const uint8_t *text, size_t size, const void *site)
{
	struct text t = {size == SIZE_MAX ? NULL : text + size, site};
	if (!is_known(format))
		return 0;
	s->count = 0;
	s->result = 0;
	s->end = text;
	for (const char *f = format; *f;) {
		struct conversion c = {.type = *f, .end = f + 1};
		if (is_space(*f)) {
			s->end = skip(&t, s->end);
			f++;
			continue;
		}
		int converts = *f == '%';
		if (converts)
			c = conversion(f + 1);
		f = c.end;
		if (converts && c.type != 'c' && c.type != 'n')
			s->end = skip(&t, s->end);
		if (!(converts && c.type == 'n') && is_over(&t, s->end)) {
			if (!s->result)
				s->result = EOF;
			return 1;
		}
		if (!converts || c.type == '%') {
			if (!dr_symbolic_within(s->end, (uint8_t)c.type, 1, site))
				return 1;
			s->end++;
		} else if (!convert(s, &t, &c))
			return 1;
		else
			s->result += c.stores && c.type != 'n';
	}
	return 1;
}

void dr_symbolic_scanned(const struct dr_scanned *s, const struct dr_conversions *c)
{
	for (unsigned i = 0; i < s->count && i < c->count; i++) {
		const struct dr_target *t = &c->target[i];
		uint64_t e = s->target[i].expression;
		if (e && t->size < 8)
			e = dr_expression(DR_SYMBOLIC_TRUNC, 8 * (unsigned)t->size, e, 0, dr_expression_value(e));
		if (e)
			dr_symbolic_store(t->to, (unsigned)t->size, e);
		for (size_t n = 0; s->target[i].from && n < s->target[i].size; n++) {
			dr_symbolic_store((uint8_t *)t->to + n, 1, dr_symbolic_load(s->target[i].from + n, 1));
			if (!t->size && !s->target[i].from[n]) /* the copy of a string ends there */
				break;
		}
	}
}
