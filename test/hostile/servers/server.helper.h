/* What the servers here have in common: a socket that listens on the loopback interface. */
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static inline int listening(void)
{
	struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int made = socket(AF_INET, SOCK_STREAM, 0);
	assert(bind(made, (struct sockaddr *)&any, sizeof any) == 0 && listen(made, 8) == 0);
	return made;
}
