/* The wait-free stack of liburcu, with pops under its lock. */
#define _LGPL_SOURCE
#include <urcu/wfstack.h>
#include <drista/spec.h>

struct node {
	struct cds_wfs_node link;
	long long value;
};

static void *make(void)
{
	struct cds_wfs_stack *stack = malloc(sizeof *stack);
	cds_wfs_init(stack);
	return stack;
}

static long long push(void *object, const long long *arguments)
{
	struct node *node = malloc(sizeof *node);
	cds_wfs_node_init(&node->link);
	node->value = arguments[0];
	cds_wfs_push((cds_wfs_stack_ptr_t){._s = object}, &node->link);
	return DRISTA_VOID;
}

static long long pop(void *object, const long long *arguments)
{
	(void)arguments;
	struct cds_wfs_node *found = cds_wfs_pop_blocking(object);
	return found ? caa_container_of(found, struct node, link)->value : DRISTA_NONE;
}

DRISTA_SPEC
{
	drista_spec_object(make, free);
	drista_spec_is("stack");
	drista_spec_operation("push", push, NULL);
	drista_spec_operation("pop", pop, NULL);
	drista_spec_calls(3);
}
