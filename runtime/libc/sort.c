/* qsort, with announced accesses (interposed.h). Merge sort is stable, as glibc's mostly is. */
#include "memory/plain.h"
#include "memory/interposed.h"

#include <stdlib.h>

struct sort {
	size_t size;
	int (*plain)(const void *, const void *);
	int (*with)(const void *, const void *, void *);
	void *argument;
	const void *site;
};

static int in_order(const struct sort *s, const char *a, const char *b)
{
	return (s->plain ? s->plain(a, b) : s->with(a, b, s->argument)) <= 0;
}

static void move(const struct sort *s, char *to, const char *from, size_t size)
{
	dr_plain_range(from, size, DR_READS, s->site);
	dr_writes(to, from, size, s->site);
}

/* `space` has room for all elements. */
static void merge_sort(const struct sort *s, char *all, size_t count, char *space)
{
	if (count < 2)
		return;
	size_t half = count / 2, size = s->size;
	merge_sort(s, all, half, space);
	merge_sort(s, all + half * size, count - half, space);
	if (in_order(s, all + (half - 1) * size, all + half * size))
		return;
	char *left = space, *left_end = space + half * size, *right = all + half * size,
	     *right_end = all + count * size, *to = all;
	move(s, left, all, half * size);
	for (; left < left_end; to += size) {
		char **from = right == right_end || in_order(s, left, right) ? &left : &right;
		move(s, to, *from, size);
		*from += size;
	}
}

static void sort(struct sort s, void *all, size_t count)
{
	if (count < 2 || !s.size)
		return;
	dr_plain_range(all, count * s.size, DR_WRITES, s.site); /* what is in order is not moved */
	char *space = malloc(count / 2 * s.size);
	if (!space)
		dr_fatal("no memory to sort with");
	merge_sort(&s, all, count, space);
	free(space);
}

WEAK void qsort(void *all, size_t count, size_t size, int (*compare)(const void *, const void *));
WEAK void qsort_r(
	void *all, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *argument);

void qsort(void *all, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	sort((struct sort){size, compare, NULL, NULL, DR_SITE}, all, count);
}

void qsort_r(void *all, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *argument)
{
	sort((struct sort){size, NULL, compare, argument, DR_SITE}, all, count);
}
