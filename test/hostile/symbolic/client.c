// The client sends one byte of a file and then three that are an input: one command stops the server at the wrong time.
// drista: error assertion at WRONG
// hostile: client "+"
// drista: build -I../servers --symbolic
// drista: options --symbolic --symbolic=client:3
// hostile: once
// drista: says the input: unsigned char client[] = { 0x71, 0x37, 0x0a };
#include "server.helper.h"

static int done;

static void *serve(void *connection)
{
	char command[4];
	int number = *(int *)connection;
	assert(recv(number, command, 1, 0) == 1 && command[0] == '+');
	assert(read(number, command + 1, 3) == 3);
	assert(write(number, command, 4) == 4);
	if (command[1] == 'q' && command[2] >= '5' && command[2] - '0' == 7 && command[3] == '\n')
		done = 1;
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int number = listening(), connection = accept(number, NULL, NULL);
	pthread_create(&thread, NULL, serve, &connection);
	pthread_join(thread, NULL);
	assert(!done); // WRONG
	close(connection);
	return 0;
}
