// Two workers read from one connection and count what they got without a mutex.
// drista: error data-race at WRONG
// hostile: client "ab"
#include "server.helper.h"

static int count, connection;

static void *work(void *unused)
{
	char got;
	if (read(connection, &got, 1) == 1)
		got = 'x';
	count++; // WRONG
	return unused;
}

int main(void)
{
	int number = listening();
	connection = accept(number, NULL, NULL);
	pthread_t t[2];
	pthread_create(&t[0], NULL, work, NULL);
	pthread_create(&t[1], NULL, work, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
