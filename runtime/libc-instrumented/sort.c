/* qsort and bsearch (C11 7.22.5). As glibc's, qsort is a merge sort, which compares in the same order. */
#include "followed.h"

#include <stdlib.h>
#include <string.h>

typedef int compares(const void *, const void *, void *);

struct sort {
	size_t size;
	compares *compare;
	void *argument;
};

/* `space` has room for all elements. */
static void merge_sort(const struct sort *s, char *all, size_t count, char *space)
{
	if (count <= 1)
		return;
	size_t size = s->size, lefts = count / 2, rights = count - lefts;
	char *left = all, *right = all + lefts * size, *to = space;
	merge_sort(s, left, lefts, space);
	merge_sort(s, right, rights, space);
	while (lefts && rights) {
		if (s->compare(left, right, s->argument) <= 0) {
			memcpy(to, left, size);
			left += size, lefts--;
		} else {
			memcpy(to, right, size);
			right += size, rights--;
		}
		to += size;
	}
	memcpy(to, left, lefts * size);
	memcpy(all, space, (count - rights) * size);
}

WEAK void qsort_r(void *all, size_t count, size_t size, compares *compare, void *argument)
{
	struct sort s = {size, compare, argument};
	if (count < 2 || !size)
		return;
	char *space = malloc(count * size);
	if (!space)
		abort();
	merge_sort(&s, all, count, space);
	free(space);
}

static int without_argument(const void *a, const void *b, void *compare)
{
	return (*(int (**)(const void *, const void *))compare)(a, b);
}

WEAK void qsort(void *all, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	qsort_r(all, count, size, without_argument, &compare);
}

WEAK void *bsearch(
	const void *key, const void *all, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	for (size_t from = 0, to = count; from < to;) {
		size_t middle = (from + to) / 2;
		const char *at = (const char *)all + middle * size;
		int order = compare(key, at);
		if (order < 0)
			to = middle;
		else if (order > 0)
			from = middle + 1;
		else
			return (void *)at;
	}
	return NULL;
}
