/* A mailbox for one message of one sender. */
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif

struct mailbox {
	int message;
	atomic_int full;
};

static inline void mailbox_put(struct mailbox *m, int message) {
	m->message = message;
	atomic_store_explicit(&m->full, 1, PUBLISH);
}

/* Returns 0 while the mailbox is empty. */
static inline int mailbox_get(struct mailbox *m, int *message) {
	if (!atomic_load_explicit(&m->full, memory_order_acquire)) return 0;
	*message = m->message;
	return 1;
}
