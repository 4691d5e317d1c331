// A server closes a connection twice: the second time it may be a file that another thread has opened since.
// drista: error assertion
#include <assert.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener;

static void *serves(void *unused)
{
	int connection = accept(listener, NULL, NULL);
	close(connection);
	close(connection);
	return unused;
}

int main(void)
{
	pthread_t thread;
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof address;
	listener = socket(AF_INET, SOCK_STREAM, 0);
	bind(listener, (struct sockaddr *)&address, size);
	listen(listener, 1);
	getsockname(listener, (struct sockaddr *)&address, &size);
	pthread_create(&thread, NULL, serves, NULL);
	int client = socket(AF_INET, SOCK_STREAM, 0);
	connect(client, (struct sockaddr *)&address, size);
	int file = open("file.txt", O_CREAT | O_WRONLY, 0600);
	assert(write(file, "x", 1) == 1);
	pthread_join(thread, NULL);
}
