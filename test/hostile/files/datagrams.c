// Two threads send datagrams to a third socket, which main reads later: an order that drista does not see.
// drista: refused
// drista: says sendto
// hostile: once
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;

static void *send_one(void *byte)
{
	int s = socket(AF_INET, SOCK_DGRAM, 0);
	sendto(s, byte, 1, 0, (struct sockaddr *)&address, sizeof address);
	close(s);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	char first;
	socklen_t size = sizeof address;
	int s = socket(AF_INET, SOCK_DGRAM, 0);
	address.sin_family = AF_INET;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert(!bind(s, (struct sockaddr *)&address, sizeof address));
	assert(!getsockname(s, (struct sockaddr *)&address, &size));
	pthread_create(&a, 0, send_one, "a");
	pthread_create(&b, 0, send_one, "b");
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(recvfrom(s, &first, 1, 0, 0, 0) == 1 && first != 'b');
	return 0;
}
