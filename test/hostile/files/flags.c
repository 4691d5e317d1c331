// Flags of an open file (fcntl's F_SETFL) are seen by whoever asks for them.
// drista: error assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#define NAME "flags.data"

static int f;

static void *set(void *x)
{
	fcntl(f, F_SETFL, O_APPEND);
	return x;
}

int main(void)
{
	pthread_t a;
	f = open(NAME, O_CREAT | O_RDWR | O_TRUNC, 0600);
	unlink(NAME);
	pthread_create(&a, 0, set, 0);
	assert(!(fcntl(f, F_GETFL) & O_APPEND));
	pthread_join(a, 0);
	return 0;
}
