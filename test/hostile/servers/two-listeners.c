// Of two sockets that threads make listen, the client connects to the one that listens first: both orders are explored.
// drista: error assertion at WRONG
// hostile: client "x"
#include "server.helper.h"
#include <poll.h>

static int number[2];

static void *listens(void *which)
{
	*(int *)which = listening();
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, listens, &number[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	struct pollfd p[2] = {{number[0], POLLIN, 0}, {number[1], POLLIN, 0}};
	assert(poll(p, 2, -1) == 1);
	assert(p[0].revents == POLLIN); // WRONG
	return 0;
}
