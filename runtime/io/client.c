/*
 * The client that drista plays (client.h). Its connection is a socketpair of the kernel, as between threads of the
 * program. All its bytes are on their way when the connection is made, so that nothing remains for it to do but to read
 * what it gets: that is done after each call by which the program sends something.
 */
#include "io/client.h"
#include "fiber/fiber.h"
#include "memory/plain.h"
#include "io/numbers.h"
#include "core/launch.h"
#include "core/log.h"
#include "io/outside.h"

#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#define PORT 39999u /* below those that the program's own clients get (sockets.c) */
#define ROOM 4096u

static int connected;
static size_t concrete; /* bytes that the client has sent before symbolic ones */

int dr_client_wanted(void)
{
	return dr_launch.client != NULL || dr_outside_client() != DR_NO_INPUT;
}

static unsigned digit(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static void send_part(int kernel, struct dr_channel *to, const uint8_t *part, size_t n)
{
	if (dr_kernel(SYS_sendto, kernel, (long)part, (long)n, MSG_DONTWAIT, 0, 0) != (long)n)
		dr_unsupported("a client that sends so many bytes at once");
	dr_channel_put(to, part, n);
}

/* Sends the bytes of DRISTA_CLIENT, a part at a time, and after them those that are symbolic. */
static void send_all(int kernel, struct dr_channel *to)
{
	uint8_t part[ROOM];
	for (const char *at = dr_launch.client; at && *at;) {
		size_t n = 0;
		for (; *at && n < ROOM; at += 2)
			part[n++] = (uint8_t)(digit(at[0]) << 4 | digit(at[1]));
		send_part(kernel, to, part, n);
		concrete += n;
	}
	size_t n = dr_outside_bytes(dr_outside_client(), part, sizeof part);
	if (n)
		send_part(kernel, to, part, n);
}

void dr_client_got(struct dr_file *f, const void *bytes, size_t size, int peeks, const void *site)
{
	uint64_t at = f->got;
	size_t given = at >= concrete ? 0 : concrete - at < size ? concrete - at : size;
	if (!f->client)
		given = size;
	dr_outside_got(bytes, given, DR_NO_INPUT, 0, site);
	if (given < size)
		dr_outside_got(
			(const char *)bytes + given, size - given, dr_outside_client(), at + given - concrete, site);
	if (!peeks)
		f->got += size;
}

/* The address from which the client connects; POSIX gives a Unix socket that was not bound none. */
static uint32_t address(const struct dr_file *listener, uint8_t *to)
{
	struct sockaddr_in v4 = {
		.sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct sockaddr_in6 v6 = {
		.sin6_family = AF_INET6, .sin6_port = htons(PORT), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
	if (listener->family == AF_UNIX)
		return 0;
	if (listener->family == AF_INET6)
		dr_raw_memcpy(to, &v6, sizeof v6);
	else
		dr_raw_memcpy(to, &v4, sizeof v4);
	return listener->family == AF_INET6 ? sizeof v6 : sizeof v4;
}

struct dr_file *dr_client_connect(const struct dr_file *listener, int *kernel)
{
	int made[2];
	if (dr_kernel(SYS_socketpair, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, (long)made, 0, 0) < 0)
		dr_unsupported("so many open files");
	struct dr_file *f = dr_file_new(DR_STREAM);
	f->in = dr_channel_new();
	f->out = dr_channel_new();
	f->family = listener->family;
	dr_raw_memcpy(f->address, listener->address, f->address_size = listener->address_size);
	f->peer_size = address(listener, f->peer);
	f->client = dr_number_new_apart(made[0]);
	send_all(f->client, f->in);
	dr_kernel(SYS_shutdown, f->client, SHUT_WR, 0, 0, 0, 0);
	f->in->no_writer = 1;
	connected = 1;
	*kernel = made[1];
	return f;
}

void dr_client_reads(const struct dr_file *f)
{
	uint8_t part[ROOM];
	while (dr_kernel(SYS_recvfrom, f->client, (long)part, sizeof part, MSG_DONTWAIT, 0, 0) > 0)
		;
}

void dr_client_end(void)
{
	if (dr_client_wanted() && !connected)
		dr_log_note("--client: the program did not listen on a stream socket, so no client came");
}
