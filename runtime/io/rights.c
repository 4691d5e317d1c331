/* Reads the list of mappings (rights.h) a few bytes at a time: it may be long. */
#include "io/rights.h"
#include "core/internal.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

struct list {
	long file;
	long size, at;
	char text[1024];
};

/* The next character; -1: there is none. */
static int next(struct list *l)
{
	if (l->at == l->size) {
		l->size = dr_kernel(SYS_read, l->file, (long)l->text, sizeof l->text, 0, 0, 0);
		l->at = 0;
		if (l->size <= 0) {
			l->size = 0;
			return -1;
		}
	}
	return (unsigned char)l->text[l->at++];
}

/* A hexadecimal number and the character behind it. Returns 0 at the end of the list. */
static int number(struct list *l, uint64_t *value)
{
	int c;
	*value = 0;
	while ((c = next(l)) != '-' && c != ' ') {
		if (c < 0)
			return 0;
		*value = *value << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	return 1;
}

/* A line: `FROM-TO rwxp ...`. Returns 0 at the end of the list. */
static int line(struct list *l, struct dr_rights *r)
{
	if (!number(l, &r->from) || !number(l, &r->to))
		return 0;
	r->protection = (next(l) == 'r' ? PROT_READ : 0);
	r->protection |= (next(l) == 'w' ? PROT_WRITE : 0);
	r->protection |= (next(l) == 'x' ? PROT_EXEC : 0);
	for (int c = 0; c >= 0 && c != '\n';)
		c = next(l);
	return 1;
}

int dr_rights_each(void (*each)(const struct dr_rights *r, void *argument), void *argument)
{
	struct list l = {.file = dr_kernel(SYS_open, (long)"/proc/self/maps", O_RDONLY | O_CLOEXEC, 0, 0, 0, 0)};
	if (l.file < 0)
		return 0;
	struct dr_rights r;
	while (line(&l, &r))
		each(&r, argument);
	dr_kernel(SYS_close, l.file, 0, 0, 0, 0, 0);
	return 1;
}
