// Two workers share the client's bytes: which gets which is explored.
// drista: error assertion at WRONG
// hostile: client "ab"
// hostile: matrix
#include "server.helper.h"

static int connection;
static char first;

static void *work(void *unused)
{
	char got;
	read(connection, unused ? &first : &got, 1);
	return NULL;
}

int main(void)
{
	int number = listening();
	connection = accept(number, NULL, NULL);
	pthread_t t[2];
	pthread_create(&t[0], NULL, work, &first);
	pthread_create(&t[1], NULL, work, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	assert(first == 'a'); // WRONG
	return 0;
}
