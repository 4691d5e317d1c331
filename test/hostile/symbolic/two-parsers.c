// Two threads parse three bytes each; only the combination of both words, in one order, is wrong.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <drista.h>
#include <pthread.h>

static char text[6];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int state;

static int is(const char *at, const char *word)
{
	for (int i = 0; i < 3; i++)
		if (at[i] != word[i])
			return 0;
	return 1;
}

static void *other(void *unused)
{
	if (is(text + 3, "put")) {
		pthread_mutex_lock(&m);
		if (state == 1)
			state = 2;
		pthread_mutex_unlock(&m);
	}
	return unused;
}

int main(void)
{
	pthread_t t;
	drista_symbolic(text, sizeof text, "text");
	pthread_create(&t, 0, other, 0);
	if (is(text, "get")) {
		pthread_mutex_lock(&m);
		state = 1;
		pthread_mutex_unlock(&m);
	}
	pthread_join(t, 0);
	drista_assert(state != 2); // WRONG
	return 0;
}
