// The argument passed by value is copied by the call itself.
// drista: error data-race
#include <pthread.h>

struct Large {
	long words[8];
};

static struct Large shared;
static int ready;
static long seen;

__attribute__((noinline)) static void take(struct Large copy)
{
	seen = copy.words[1];
}

static void *body(void *unused)
{
	ready = 1;
	take(shared);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	shared.words[3] = 2;
	pthread_join(t, 0);
	return ready - 1;
}
