// A thread sends to the client while another one shuts down writing: the send may fail.
// drista: error assertion at WRONG
// hostile: client ""
// hostile: matrix
#include "server.helper.h"

static int connection;

static void *end(void *unused)
{
	shutdown(connection, SHUT_WR);
	return unused;
}

int main(void)
{
	int number = listening();
	char got;
	connection = accept(number, NULL, NULL);
	assert(read(connection, &got, 1) == 0);
	pthread_t t;
	pthread_create(&t, NULL, end, NULL);
	assert(send(connection, "x", 1, MSG_NOSIGNAL) == 1); // WRONG
	pthread_join(t, NULL);
	return 0;
}
