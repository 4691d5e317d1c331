/*
 * A message of eight bytes over a connection. `write` may write a part of it only, although it mostly does not, and the
 * reader then misses the rest.
 *
 * drista: verified
 * drista: error assertion --faults io
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *sender(void *unused)
{
	(void)unused;
	while (write(ends[1], "message", 8) < 0 && errno == EINTR)
		;
	close(ends[1]);
	return NULL;
}

int main(void)
{
	pthread_t t;
	char bytes[8];
	size_t size = 0;
	ssize_t n;
	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	pthread_create(&t, NULL, sender, NULL);
	while ((n = read(ends[0], bytes + size, sizeof bytes - size)) != 0)
		if (n > 0)
			size += (size_t)n;
		else if (errno != EINTR)
			break;
	assert(size == 0 || size == 8);
	pthread_join(t, NULL);
	return 0;
}
