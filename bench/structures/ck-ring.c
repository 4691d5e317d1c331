/* The ring of Concurrency Kit for many producers and consumers. */
#include <ck_ring.h>
#include <drista/spec.h>

struct ring {
	ck_ring_t ring;
	ck_ring_buffer_t buffer[8];
};

static void *make(void)
{
	struct ring *r = calloc(1, sizeof *r);
	ck_ring_init(&r->ring, 8);
	return r;
}

static long long push(void *object, const long long *arguments)
{
	struct ring *r = object;
	ck_ring_enqueue_mpmc(&r->ring, r->buffer, (void *)(size_t)arguments[0]);
	return DRISTA_VOID;
}

static long long pop(void *object, const long long *arguments)
{
	(void)arguments;
	struct ring *r = object;
	void *value;
	return ck_ring_dequeue_mpmc(&r->ring, r->buffer, &value) ? (long long)(size_t)value : DRISTA_NONE;
}

DRISTA_SPEC
{
	drista_spec_object(make, free);
	drista_spec_is("queue");
	drista_spec_operation("push", push, NULL);
	drista_spec_operation("pop", pop, NULL);
	drista_spec_calls(3);
}
