// A thread spins for what never comes while another one waits for a client: a livelock, as without a client.
// drista: error livelock
// hostile: client "x"
#include "server.helper.h"
#include <stdatomic.h>

static atomic_int flag;

static void *spin(void *unused)
{
	while (!atomic_load(&flag))
		;
	return unused;
}

int main(void)
{
	int number = listening();
	pthread_t t;
	pthread_create(&t, NULL, spin, NULL);
	for (;;)
		close(accept(number, NULL, NULL));
}
