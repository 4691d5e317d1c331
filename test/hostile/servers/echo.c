// A thread sends back what drista's client sends, in parts, until the client has shut down writing.
// drista: verified
// hostile: client "hello world"
// hostile: matrix
#include "server.helper.h"
#include <string.h>

static void *serve(void *number)
{
	struct sockaddr_in peer;
	socklen_t room = sizeof peer;
	int c = accept(*(int *)number, (struct sockaddr *)&peer, &room);
	char got[12] = "", part[6];
	assert(peer.sin_family == AF_INET && peer.sin_addr.s_addr == htonl(INADDR_LOOPBACK) && room == sizeof peer);
	for (ssize_t n; (n = read(c, part, sizeof part)) > 0; strncat(got, part, (size_t)n))
		assert(write(c, part, (size_t)n) == n);
	assert(strcmp(got, "hello world") == 0);
	assert(read(c, part, 1) == 0 && write(c, "!", 1) == 1);
	close(c);
	return NULL;
}

int main(void)
{
	int number = listening();
	pthread_t t;
	pthread_create(&t, NULL, serve, &number);
	pthread_join(t, NULL);
	return 0;
}
