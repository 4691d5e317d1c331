/*
 * The red-black trees of std::map, std::set and related containers (containers.h). The container has a header: its
 * parent is the root, whose parent is the header; its left and right are the first and the last node, or itself when
 * there is none. The header is red and the root black, which distinguishes them.
 */
#include "libstdc++/containers.h"

/* NOLINTBEGIN(clang-analyzer-core.NullDereference): the invariants of a red-black tree guarantee these neighbours; the
 * analyzer does not know them. */

enum { RED = 0, BLACK = 1 };

struct node {
	int colour;
	struct node *parent, *left, *right;
};

static int is_red(struct node *n, const void *site)
{
	return n && GET(n, colour) == RED;
}

static struct node *first_of(struct node *n, const void *site)
{
	for (struct node *next; (next = GET(n, left));)
		n = next;
	return n;
}

static struct node *last_of(struct node *n, const void *site)
{
	for (struct node *next; (next = GET(n, right));)
		n = next;
	return n;
}

static struct node *next_of(struct node *n, const void *site)
{
	struct node *below = GET(n, right);
	if (below)
		return first_of(below, site);
	for (;;) {
		struct node *up = GET(n, parent);
		if (GET(up, parent) == n ||
			GET(up, left) == n) /* n is the root and up the header, or up comes after n */
			return up;
		n = up;
	}
}

static struct node *previous_of(struct node *n, const void *site)
{
	struct node *up = GET(n, parent);
	if (GET(n, colour) == RED && up && GET(up, parent) == n) /* the header: the end */
		return GET(n, right);
	struct node *below = GET(n, left);
	if (below)
		return last_of(below, site);
	for (; GET(up, left) == n && GET(up, parent) != n; up = GET(up, parent))
		n = up;
	return up;
}

/* Makes `new` the child of `up` in place of `old`. */
static void replace_child(struct node *header, struct node *up, struct node *old, struct node *new, const void *site)
{
	if (up == header)
		PUT(header, parent, new);
	else if (GET(up, left) == old)
		PUT(up, left, new);
	else
		PUT(up, right, new);
}

/* Rotates at n: the child on the other side takes n's place, and n becomes its child on the given side. */
static void rotate(struct node *header, struct node *n, int to_left, const void *site)
{
	struct node *up = GET(n, parent), *child, *inner;
	if (to_left) {
		child = GET(n, right);
		inner = GET(child, left);
		PUT(n, right, inner);
		PUT(child, left, n);
	} else {
		child = GET(n, left);
		inner = GET(child, right);
		PUT(n, left, inner);
		PUT(child, right, n);
	}
	if (inner)
		PUT(inner, parent, n);
	PUT(child, parent, up);
	PUT(n, parent, child);
	replace_child(header, up, n, child, site);
}

/* Restores the invariant that a red node has no red child, after n, which is red, was inserted. */
static void after_insertion(struct node *header, struct node *n, const void *site)
{
	struct node *up;
	while ((up = GET(n, parent)) != header && is_red(up, site)) {
		struct node *top = GET(up, parent); /* black, and not the header, since the root is black */
		int up_is_left = GET(top, left) == up;
		struct node *uncle = up_is_left ? GET(top, right) : GET(top, left);
		if (is_red(uncle, site)) {
			PUT(up, colour, BLACK);
			PUT(uncle, colour, BLACK);
			PUT(top, colour, RED);
			n = top;
			continue;
		}
		if ((GET(up, left) == n) != up_is_left) {
			rotate(header, up, up_is_left, site);
			up = n;
		}
		PUT(up, colour, BLACK);
		PUT(top, colour, RED);
		rotate(header, top, !up_is_left, site);
		break;
	}
	struct node *root = GET(header, parent);
	if (is_red(root, site))
		PUT(root, colour, BLACK);
}

static void insert(int to_left, struct node *n, struct node *up, struct node *header, const void *site)
{
	PUT(n, parent, up);
	PUT(n, left, NULL);
	PUT(n, right, NULL);
	PUT(n, colour, RED);
	if (up == header) {
		PUT(header, parent, n);
		PUT(header, left, n);
		PUT(header, right, n);
	} else if (to_left) {
		PUT(up, left, n);
		if (GET(header, left) == up)
			PUT(header, left, n);
	} else {
		PUT(up, right, n);
		if (GET(header, right) == up)
			PUT(header, right, n);
	}
	after_insertion(header, n, site);
}

/* Restores the invariant that all paths have as many black nodes: below `up`, on the side of n (which may be NULL),
 * every path lacks one. */
static void after_removal(struct node *header, struct node *n, struct node *up, const void *site)
{
	while (up != header && !is_red(n, site)) {
		int n_is_left = GET(up, left) == n;
		struct node *other = n_is_left ? GET(up, right) : GET(up, left);
		if (is_red(other, site)) {
			PUT(other, colour, BLACK);
			PUT(up, colour, RED);
			rotate(header, up, n_is_left, site);
			other = n_is_left ? GET(up, right) : GET(up, left);
		}
		struct node *near = n_is_left ? GET(other, left) : GET(other, right);
		struct node *far = n_is_left ? GET(other, right) : GET(other, left);
		if (!is_red(near, site) && !is_red(far, site)) {
			PUT(other, colour, RED);
			n = up;
			up = GET(n, parent);
			continue;
		}
		if (!is_red(far, site)) {
			PUT(near, colour, BLACK);
			PUT(other, colour, RED);
			rotate(header, other, !n_is_left, site);
			far = other;
			other = near;
		}
		PUT(other, colour, GET(up, colour));
		PUT(up, colour, BLACK);
		PUT(far, colour, BLACK);
		rotate(header, up, n_is_left, site);
		return;
	}
	if (is_red(n, site))
		PUT(n, colour, BLACK);
}

static void take_out(struct node *n, struct node *header, const void *site)
{
	if (GET(header, left) == n) {
		struct node *first = next_of(n, site);
		PUT(header, left, first);
	}
	if (GET(header, right) == n) {
		struct node *last = previous_of(n, site);
		PUT(header, right, last);
	}
	struct node *left = GET(n, left), *right = GET(n, right), *up = GET(n, parent), *child;
	int colour = GET(n, colour);
	if (left && right) { /* the next node, which has no left child, takes n's place */
		struct node *next = first_of(right, site);
		struct node *above = GET(next, parent);
		child = GET(next, right);
		int next_colour = GET(next, colour);
		if (above == n)
			above = next;
		else {
			PUT(above, left, child);
			if (child)
				PUT(child, parent, above);
			PUT(next, right, right);
			PUT(right, parent, next);
		}
		PUT(next, left, left);
		PUT(left, parent, next);
		PUT(next, parent, up);
		PUT(next, colour, colour);
		replace_child(header, up, n, next, site);
		colour = next_colour;
		up = above;
	} else {
		child = left ? left : right;
		if (child)
			PUT(child, parent, up);
		replace_child(header, up, n, child, site);
	}
	if (colour == BLACK)
		after_removal(header, child, up, site);
}

/* std::_Rb_tree_increment, _decrement, _insert_and_rebalance and _rebalance_for_erase. */
WEAK struct node *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct node *n);
WEAK struct node *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(struct node *n);
WEAK struct node *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct node *n);
WEAK struct node *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(struct node *n);
WEAK void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
	_Bool to_left, struct node *n, struct node *up, struct node *header);
WEAK struct node *_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct node *n, struct node *header);

struct node *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct node *n)
{
	return next_of(n, DR_SITE);
}
struct node *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(struct node *n)
{
	return next_of(n, DR_SITE);
}
struct node *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct node *n)
{
	return previous_of(n, DR_SITE);
}
struct node *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(struct node *n)
{
	return previous_of(n, DR_SITE);
}

void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
	_Bool to_left, struct node *n, struct node *up, struct node *header)
{
	insert(to_left, n, up, header, DR_SITE);
}

struct node *_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct node *n, struct node *header)
{
	take_out(n, header, DR_SITE);
	return n;
}

/* NOLINTEND(clang-analyzer-core.NullDereference) */
