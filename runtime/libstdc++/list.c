/* The nodes of std::list (containers.h): a ring, in which the list object itself is the end node. */
#include "libstdc++/containers.h"

struct node {
	struct node *next, *previous;
};

static void link_up(struct node *a, struct node *b, const void *site)
{
	PUT(a, next, b);
	PUT(b, previous, a);
}

static void hook(struct node *n, struct node *before, const void *site)
{
	struct node *previous = GET(before, previous);
	link_up(previous, n, site);
	link_up(n, before, site);
}

static void unhook(struct node *n, const void *site)
{
	struct node *previous = GET(n, previous), *next = GET(n, next);
	link_up(previous, next, site);
}

/* Moves the nodes in [first, end) to before `to`. */
static void transfer(struct node *to, struct node *first, struct node *end, const void *site)
{
	if (to == end || first == end)
		return;
	struct node *last = GET(end, previous), *outside = GET(first, previous), *previous = GET(to, previous);
	link_up(outside, end, site);
	link_up(previous, first, site);
	link_up(last, to, site);
}

static void reverse(struct node *ring, const void *site)
{
	struct node *n = ring;
	do {
		struct node *next = GET(n, next), *previous = GET(n, previous);
		PUT(n, next, previous);
		PUT(n, previous, next);
		n = next;
	} while (n != ring);
}

/* Links the nodes from `first` to `last` to the end node `to` instead of `from`. */
static void adopt(struct node *to, struct node *from, struct node *first, struct node *last, const void *site)
{
	if (first == from)
		link_up(to, to, site);
	else {
		link_up(to, first, site);
		link_up(last, to, site);
	}
}

static void swap(struct node *a, struct node *b, const void *site)
{
	struct node *first = GET(a, next), *last = GET(a, previous), *other_first = GET(b, next),
		    *other_last = GET(b, previous);
	adopt(a, b, other_first, other_last, site);
	adopt(b, a, first, last, site);
}

/* std::__detail::_List_node_base's. */
WEAK void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct node *n, struct node *before);
WEAK void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct node *n);
WEAK void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct node *to, struct node *first, struct node *end);
WEAK void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct node *ring);
WEAK void _ZNSt8__detail15_List_node_base4swapERS0_S1_(struct node *a, struct node *b);

void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct node *n, struct node *before)
{
	hook(n, before, DR_SITE);
}
void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct node *n)
{
	unhook(n, DR_SITE);
}
void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct node *to, struct node *first, struct node *end)
{
	transfer(to, first, end, DR_SITE);
}
void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct node *ring)
{
	reverse(ring, DR_SITE);
}
void _ZNSt8__detail15_List_node_base4swapERS0_S1_(struct node *a, struct node *b)
{
	if (a != b)
		swap(a, b, DR_SITE);
}
