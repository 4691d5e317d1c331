// A struct with a long double is copied while another thread writes its last field, and the value is seen.
// drista: error data-race
#include <pthread.h>

struct Pair {
	long double first;
	int second;
};

static struct Pair from, to;
static int ready;

static void *body(void *unused)
{
	ready = 1;
	to = from;
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	to.second = 2;
	pthread_join(t, 0);
	return ready - 1;
}
