// Two threads send by sendmsg and sendto over one connection; main takes what comes first by recvmsg and recvfrom.
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2];

static void *by_message(void *byte)
{
	struct iovec part = {byte, 1};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
	assert(sendmsg(pair[0], &message, 0) == 1);
	return 0;
}

static void *by_address(void *byte)
{
	assert(sendto(pair[0], byte, 1, 0, 0, 0) == 1);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	char first, second;
	struct iovec part = {&first, 1};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
	assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
	pthread_create(&a, 0, by_message, "a");
	pthread_create(&b, 0, by_address, "b");
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(recvmsg(pair[1], &message, 0) == 1);
	assert(recvfrom(pair[1], &second, 1, 0, 0, 0) == 1 && first != second);
	assert(first != 'b');
	return 0;
}
