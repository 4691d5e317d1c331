/*
 * recvfrom, sendto, recvmsg and sendmsg (POSIX.1-2017) on connected sockets within the program, where they do what recv
 * and send do. Addresses, control data and other sockets are unsupported, since threads could communicate through them
 * unobserved. Weak, as in strtok.c.
 */
#include "io/file-table.h"
#include "io/calls.h"
#include "io/transfer.h"
#include "libc/also.h"
#include "thread-state/spin.h"
#include "memory/plain.h"

#include <errno.h>
#include <sys/socket.h>

#define CALL(name) dr_file_call(name, number, DR_SITE, spin)

/* Ends the run unless threads talk through the socket by a channel, and the call names nothing else. */
static struct dr_call check(struct dr_call call, int more)
{
	if (more || !dr_is_channel(dr_file_of(call.held.number))) /* the run ends */
		dr_unsupported_at(call.name, call.site);
	return call;
}

DR_WAITING_WEAK(ssize_t, recvfrom, int number, void *to, size_t size, int flags, struct sockaddr *from, socklen_t *room)
{
	uint64_t spin = dr_spin_fingerprint();
	struct dr_call call = check(CALL("recvfrom"), 0);
	ssize_t n = dr_take(call, (struct dr_buffers){&(struct iovec){to, size}, 1}, 1, flags);
	if (n >= 0 && from && room) { /* a connected socket tells no address */
		dr_plain_range(room, sizeof *room, DR_WRITES, DR_SITE);
		*room = 0;
	}
	return n;
}

DR_WAITING_WEAK(ssize_t, sendto, int number, const void *from, size_t size, int flags, const struct sockaddr *to,
	socklen_t length)
{
	uint64_t spin = dr_spin_fingerprint();
	(void)length;
	struct dr_call call = check(CALL("sendto"), to != NULL);
	return dr_give(call, (struct dr_buffers){&(struct iovec){(void *)from, size}, 1}, 1, flags);
}

DR_WAITING_WEAK(ssize_t, recvmsg, int number, struct msghdr *message, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	dr_plain_range(message, sizeof *message, DR_READS, DR_SITE);
	int parts = (int)message->msg_iovlen;
	if (dr_buffers_wrong(message->msg_iov, parts))
		return dr_fail(-EINVAL);
	struct dr_call call = check(CALL("recvmsg"), 0);
	ssize_t n = dr_take(call, (struct dr_buffers){message->msg_iov, parts}, 1, flags);
	if (n < 0)
		return n;
	dr_plain_range(message, sizeof *message, DR_WRITES, DR_SITE);
	message->msg_namelen = 0;
	message->msg_controllen = 0;
	message->msg_flags = 0;
	return n;
}

DR_WAITING_WEAK(ssize_t, sendmsg, int number, const struct msghdr *message, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	dr_plain_range(message, sizeof *message, DR_READS, DR_SITE);
	int parts = (int)message->msg_iovlen;
	if (dr_buffers_wrong(message->msg_iov, parts))
		return dr_fail(-EINVAL);
	struct dr_call call = check(CALL("sendmsg"), message->msg_namelen != 0 || message->msg_controllen != 0);
	return dr_give(call, (struct dr_buffers){message->msg_iov, parts}, 1, flags);
}
