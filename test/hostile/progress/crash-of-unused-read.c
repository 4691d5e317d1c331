// A loop that waits follows a list, reads what nothing uses, and comes to its end: a null pointer is read.
// drista: error crash
// drista: build -O0
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	struct node *next;
	int value;
};

static atomic_int flag;
static struct node c = {NULL, 1}, b = {&c, 2}, a = {&b, 3};

static void *setter(void *unused)
{
	atomic_store(&flag, 1);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, setter, NULL);
	struct node *at = &a;
	while (!atomic_load(&flag)) {
		int value = at->value;
		(void)value;
		at = at->next;
	}
	pthread_join(t, NULL);
	return 0;
}
