// drista's client connects to a Unix socket too, has no address there, and may send zero bytes among others.
// drista: verified
// hostile: client "a\u0000\r\n"
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int number;

static void *serve(void *unused)
{
	(void)unused;
	struct sockaddr_un peer;
	socklen_t room = sizeof peer;
	int c = accept(number, (struct sockaddr *)&peer, &room);
	char got[8];
	assert(peer.sun_family == AF_UNIX && room == sizeof(sa_family_t));
	assert(recv(c, got, sizeof got, MSG_WAITALL) == 4 && memcmp(got, "a\0\r\n", 4) == 0);
	return NULL;
}

int main(void)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "server"};
	number = socket(AF_UNIX, SOCK_STREAM, 0);
	assert(bind(number, (struct sockaddr *)&name, sizeof name) == 0 && listen(number, 1) == 0);
	pthread_t t;
	pthread_create(&t, NULL, serve, NULL);
	pthread_join(t, NULL);
	return 0;
}
