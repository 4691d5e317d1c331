// A message arrives as it was sent.
// drista: verified
// drista: verified --model sc
#include <assert.h>
#include <pthread.h>
#include "mailbox.h"

static struct mailbox mailbox;

static void *send(void *arg) {
	mailbox_put(&mailbox, 42);
	return arg;
}

int main(void) {
	pthread_t sender;
	pthread_create(&sender, 0, send, 0);
	int message;
	if (mailbox_get(&mailbox, &message)) assert(message == 42);
	pthread_join(sender, 0);
	return 0;
}
