/*
 * Searching functions of <search.h> (POSIX.1-2017 lsearch, insque, tsearch, hsearch; interposed.h). libc's trees and
 * tables are not objects of the program: what is changed counts as the pointer to the tree, or as the whole table.
 */
#include "memory/plain.h"
#include "libc/results.h"

#include <search.h>

typedef int compares(const void *, const void *);

static char *search(const void *key, const char *all, size_t count, size_t size, compares *compare)
{
	for (size_t i = 0; i < count; i++)
		if (compare(key, all + i * size) == 0)
			return (char *)(uintptr_t)all + i * size;
	return NULL;
}

WEAK void *lfind(const void *key, const void *all, size_t *count, size_t size, compares *compare);
void *lfind(const void *key, const void *all, size_t *count, size_t size, compares *compare)
{
	READS(count);
	return search(key, all, *count, size, compare);
}

WEAK void *lsearch(const void *key, void *all, size_t *count, size_t size, compares *compare);
void *lsearch(const void *key, void *all, size_t *count, size_t size, compares *compare)
{
	READS(count);
	size_t before = *count, after = before + 1;
	char *found = search(key, all, before, size, compare);
	if (found)
		return found;
	found = (char *)all + before * size;
	dr_plain_range(key, size, DR_READS, DR_SITE);
	dr_writes(found, key, size, DR_SITE);
	dr_writes(count, &after, sizeof after, DR_SITE);
	return found;
}

/* An element of a list that begins with these pointers. */
struct element {
	struct element *next, *previous;
};

static void points(struct element **from, struct element *to, const void *site)
{
	dr_writes(from, &to, sizeof to, site);
}

WEAK void insque(void *element, void *previous);
void insque(void *element, void *previous)
{
	struct element *e = element, *before = previous, *after = NULL;
	if (before) {
		READS(&before->next);
		after = before->next;
		points(&before->next, e, DR_SITE);
	}
	points(&e->next, after, DR_SITE);
	points(&e->previous, before, DR_SITE);
	if (after)
		points(&after->previous, e, DR_SITE);
}

WEAK void remque(void *element);
void remque(void *element)
{
	struct element *e = element;
	READS(e);
	struct element *before = e->previous, *after = e->next;
	if (after)
		points(&after->previous, before, DR_SITE);
	if (before)
		points(&before->next, after, DR_SITE);
}

/* A call that may change the tree writes the pointer to it. */
WEAK void *tsearch(const void *key, void **tree, compares *compare);
void *tsearch(const void *key, void **tree, compares *compare)
{
	REAL(tsearch);
	if (!tree)
		return NULL;
	READS(tree);
	void *changed = *tree;
	void *found = real(key, &changed, compare);
	dr_writes(tree, &changed, sizeof changed, DR_SITE);
	return found;
}

WEAK void *tfind(const void *key, void *const *tree, compares *compare);
void *tfind(const void *key, void *const *tree, compares *compare)
{
	REAL(tfind);
	if (tree)
		READS(tree);
	return real(key, tree, compare);
}

/* Its result is the parent of the node: for the root, the pointer itself, which need not be a copy. */
WEAK void *tdelete(const void *restrict key, void **restrict tree, compares *compare);
void *tdelete(const void *restrict key, void **restrict tree, compares *compare)
{
	REAL(tdelete);
	if (!tree)
		return NULL;
	READS(tree);
	void *changed = *tree;
	void *parent = real(key, &changed, compare);
	dr_writes(tree, &changed, sizeof changed, DR_SITE);
	return parent == &changed ? tree : parent;
}

/* The table of hsearch: of the process, so calls without order race. */
static char the_hash_table;

WEAK int hcreate(size_t count);
int hcreate(size_t count)
{
	REAL(hcreate);
	dr_plain_range(&the_hash_table, 1, DR_WRITES, DR_SITE);
	return real(count);
}

WEAK void hdestroy(void);
void hdestroy(void)
{
	REAL(hdestroy);
	dr_plain_range(&the_hash_table, 1, DR_WRITES, DR_SITE);
	real();
}

WEAK ENTRY *hsearch(ENTRY item, ACTION action);
ENTRY *hsearch(ENTRY item, ACTION action)
{
	REAL(hsearch);
	READS_TEXT(item.key);
	dr_plain_range(&the_hash_table, 1, action == ENTER ? DR_WRITES : DR_READS, DR_SITE);
	return real(item, action);
}

WEAK int hsearch_r(ENTRY item, ACTION action, ENTRY **found, struct hsearch_data *table);
int hsearch_r(ENTRY item, ACTION action, ENTRY **found, struct hsearch_data *table)
{
	REAL(hsearch_r);
	READS_TEXT(item.key);
	READS(table);
	struct hsearch_data changed = *table;
	ENTRY *made;
	int r = real(item, action, &made, &changed);
	if (action == ENTER)
		dr_writes(table, &changed, sizeof changed, DR_SITE);
	dr_writes(found, &made, sizeof made, DR_SITE);
	return r;
}
