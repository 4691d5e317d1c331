// GLib: one thread pushes a number to a queue, another takes it.
#include <assert.h>
#include <glib.h>

static GAsyncQueue *queue;
static int number;

static gpointer push(gpointer unused)
{
	number = 1;
	g_async_queue_push(queue, &number);
	return unused;
}

int main(void)
{
	queue = g_async_queue_new();
	GThread *other = g_thread_new("push", push, NULL);
	int *got = g_async_queue_pop(queue);
	assert(*got == 1);
	g_thread_join(other);
	g_async_queue_unref(queue);
	return 0;
}
