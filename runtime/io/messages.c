/*
 * recvfrom, sendto, recvmsg and sendmsg (POSIX.1-2017) on connected sockets within the program, where they do what recv
 * and send do. Addresses, control data and other sockets are unsupported, since threads could communicate through them
 * unobserved. Weak, as in strtok.c.
 */
#include "io/file-table.h"
#include "io/calls.h"
#include "io/transfer.h"
#include "libc/enter.h"
#include "fiber/spin.h"
#include "memory/plain.h"

#include <errno.h>
#include <sys/socket.h>

#define CALL(name) dr_file_call(name, number, DR_SITE, spin)

/* Stops the run as unsupported unless the socket is a channel and the call uses no other features. */
static void check(const char *name, int number, int more, const void *site)
{
	if (more || !dr_is_channel(dr_file_of(number)))
		dr_unsupported_at(name, site);
}

ENTER(ssize_t, recvfrom, int number, void *to, size_t size, int flags, struct sockaddr *from, socklen_t *room)
{
	uint64_t spin = dr_spin_fingerprint();
	check("recvfrom", number, 0, DR_SITE);
	ssize_t n = dr_take(CALL("recvfrom"), (struct dr_buffers){&(struct iovec){to, size}, 1}, 1, flags);
	if (n >= 0 && from && room) { /* a connected socket returns no address */
		dr_plain_range(room, sizeof *room, DR_WRITES, DR_SITE);
		*room = 0;
	}
	return n;
}

ENTER(ssize_t, sendto, int number, const void *from, size_t size, int flags, const struct sockaddr *to,
	socklen_t length)
{
	uint64_t spin = dr_spin_fingerprint();
	(void)length;
	check("sendto", number, to != NULL, DR_SITE);
	return dr_give(CALL("sendto"), (struct dr_buffers){&(struct iovec){(void *)from, size}, 1}, 1, flags);
}

ENTER(ssize_t, recvmsg, int number, struct msghdr *message, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	check("recvmsg", number, 0, DR_SITE);
	dr_plain_range(message, sizeof *message, DR_READS, DR_SITE);
	int parts = (int)message->msg_iovlen;
	if (dr_buffers_wrong(message->msg_iov, parts))
		return dr_fail(-EINVAL);
	ssize_t n = dr_take(CALL("recvmsg"), (struct dr_buffers){message->msg_iov, parts}, 1, flags);
	if (n < 0)
		return n;
	dr_plain_range(message, sizeof *message, DR_WRITES, DR_SITE);
	message->msg_namelen = 0;
	message->msg_controllen = 0;
	message->msg_flags = 0;
	return n;
}

ENTER(ssize_t, sendmsg, int number, const struct msghdr *message, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	dr_plain_range(message, sizeof *message, DR_READS, DR_SITE);
	check("sendmsg", number, message->msg_namelen != 0 || message->msg_controllen != 0, DR_SITE);
	int parts = (int)message->msg_iovlen;
	if (dr_buffers_wrong(message->msg_iov, parts))
		return dr_fail(-EINVAL);
	return dr_give(CALL("sendmsg"), (struct dr_buffers){message->msg_iov, parts}, 1, flags);
}
