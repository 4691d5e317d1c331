/*
 * Stream sockets whose two ends are in the program. Addresses are recorded here, and a connection is a socketpair of
 * the kernel, so that no run depends on an earlier run or on other programs. Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "io/calls.h"
#include "io/client.h"
#include "io/descriptions.h"
#include "io/file-table.h"
#include "io/numbers.h"
#include "pthread/cancel.h"
#include "fiber/fiber.h"
#include "memory/plain.h"
#include "thread-state/spin.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#define FREE_PORT 40000u

static struct dr_channel names; /* count: the number of changes of the set of listeners */
static struct dr_file *listener[DR_FILES];
static unsigned listeners;

DEFINE(int, socket, int domain, int type, int protocol)
{
	int streams = (domain == AF_INET || domain == AF_INET6 || domain == AF_UNIX) && (type & 15) == SOCK_STREAM;
	long made = dr_kernel(
		SYS_socket, streams && dr_self ? AF_UNIX : domain, type, streams && dr_self ? 0 : protocol, 0, 0, 0);
	if (made < 0)
		return (int)dr_fail(made);
	if (!dr_self)
		return (int)made;
	if (!streams)
		return dr_description_opened(made, DR_SITE);
	struct dr_file *f = dr_file_new(DR_SOCKET);
	f->family = (uint8_t)domain;
	return dr_file_number(f, (int)made, DR_SITE);
}

static uint16_t *port_of(uint8_t *address)
{
	uint16_t family = *(const uint16_t *)address;
	return family == AF_INET || family == AF_INET6 ? (uint16_t *)(address + 2) : NULL;
}

static int any(const uint8_t *address)
{
	return *(const uint16_t *)address == AF_INET6 ||
	       ((const struct sockaddr_in *)address)->sin_addr.s_addr == INADDR_ANY;
}

/* Does a connection to the address reach the listener? */
static int reaches(uint8_t *to, uint32_t size, const struct dr_file *l)
{
	uint8_t *at = (uint8_t *)l->address;
	if (*(uint16_t *)to != *(uint16_t *)at)
		return 0;
	if (port_of(to))
		return *port_of(to) == *port_of(at) &&
		       (any(at) || any(to) || *(uint32_t *)(to + 4) == *(uint32_t *)(at + 4));
	if (size != l->address_size)
		return 0;
	for (uint32_t i = 0; i < size; i++)
		if (to[i] != at[i])
			return 0;
	return 1;
}

static long copy_address(uint8_t *to, uint32_t *to_size, const void *from, socklen_t size, const void *site)
{
	if (size > 128 || size < 2)
		return -EINVAL;
	dr_plain_range(from, size, DR_READS, site);
	dr_raw_memcpy(to, from, size);
	*to_size = size;
	return 0;
}

static void choose_port(struct dr_file *f)
{
	static unsigned chosen[DR_THREADS];
	uint16_t *port = port_of(f->address);
	if (port && *port == 0)
		*port = htons((uint16_t)(FREE_PORT + dr_self->number * 64u + chosen[dr_self->number]++));
}

DEFINE(int, bind, int number, const struct sockaddr *address, socklen_t size)
{
	dr_number_look("bind", number, DR_SITE, 0);
	struct dr_file *f = dr_file_of(number);
	if (!f || f->kind != DR_SOCKET)
		return (int)dr_raw_syscall(SYS_bind, (long)number, address, (long)size, 0l, 0l, 0l);
	if (f->address_size)
		return (int)dr_fail(-EINVAL);
	long error = copy_address(f->address, &f->address_size, address, size, DR_SITE);
	if (error)
		return (int)dr_fail(error);
	choose_port(f);
	struct dr_call call = {.name = "bind", .file = number, .site = DR_SITE};
	dr_call_on(&call, &names);
	dr_call_begin(&call);
	for (unsigned i = 0; i < listeners; i++)
		if (reaches(f->address, f->address_size, listener[i]))
			error = -EADDRINUSE;
	dr_call_end(&call);
	if (error)
		f->address_size = 0;
	return error ? (int)dr_fail(error) : 0;
}

/* Replaces the kernel's file of the descriptor by another one, with the same flags. */
static void replace(int number, int kernel)
{
	long flags = dr_kernel(SYS_fcntl, number, F_GETFL, 0, 0, 0, 0),
	     close_on_exec = dr_kernel(SYS_fcntl, number, F_GETFD, 0, 0, 0, 0);
	dr_kernel(SYS_dup3, kernel, number, close_on_exec & FD_CLOEXEC ? O_CLOEXEC : 0, 0, 0, 0);
	dr_kernel(SYS_close, kernel, 0, 0, 0, 0, 0);
	if (flags & O_NONBLOCK)
		dr_kernel(SYS_fcntl, number, F_SETFL, O_NONBLOCK, 0, 0, 0);
}

/* The end of a connection that the program has not accepted yet. */
static void enqueue(struct dr_file *l, struct dr_file *end, int kernel, const void *site)
{
	/* Its number already now: who accepts it may hand on nothing but the number, which must say which connection it
	 * is. */
	end->waiting = dr_file_number_later(end, kernel, site);
	if (l->last)
		l->last->next = end;
	else
		l->first = end;
	l->last = end;
	uint64_t one = 1, name = (uint64_t)end->out;
	dr_channel_put(l->in, &name, sizeof name);
	for (int i = 0; i < 960; i++)
		if (dr_file_of(i) == l) {
			dr_kernel(SYS_write, i, (long)&one, sizeof one, 0, 0, 0);
			break;
		}
}

DEFINE(int, listen, int number, int most)
{
	dr_number_look("listen", number, DR_SITE, 0);
	struct dr_file *f = dr_file_of(number);
	if (!f || f->kind != DR_SOCKET)
		return f && f->kind == DR_LISTENER
			       ? 0
			       : (int)dr_raw_syscall(SYS_listen, (long)number, (long)most, 0l, 0l, 0l, 0l);
	struct dr_call call = {.name = "listen", .file = number, .site = DR_SITE};
	if (!f->address_size) {
		if (f->family == AF_UNIX)
			return (int)dr_fail(-EINVAL);
		*(uint16_t *)f->address = f->family;
		f->address_size = f->family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
		choose_port(f);
	}
	long counter = dr_kernel(SYS_eventfd2, 0, EFD_SEMAPHORE, 0, 0, 0, 0); /* readable while a connection waits */
	if (counter < 0)
		return (int)dr_fail(counter);
	f->in = dr_channel_new();
	dr_call_on(&call, &names);
	if (dr_client_wanted())
		dr_call_on(&call, f->in);
	dr_call_begin(&call);
	replace(number, (int)counter);
	f->kind = DR_LISTENER;
	listener[listeners++] = f;
	if (dr_client_wanted() && names.count == 0) {
		int kernel;
		struct dr_file *end = dr_client_connect(f, &kernel);
		enqueue(f, end, kernel, DR_SITE);
	}
	names.count++;
	dr_call_end(&call);
	return 0;
}

static struct dr_file *find(uint8_t *address, uint32_t size)
{
	for (unsigned i = 0; i < listeners; i++)
		if (listener[i]->used && listener[i]->kind == DR_LISTENER && listener[i]->numbers &&
			reaches(address, size, listener[i]))
			return listener[i];
	return NULL;
}

static long connect_to(struct dr_file *f, struct dr_file *l, int number, const void *site)
{
	int made[2];
	if (l->in->no_reader)
		return -ECONNREFUSED;
	long error = dr_kernel(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, (long)made, 0, 0);
	if (error < 0)
		return error;
	struct dr_file *other = dr_file_new(DR_STREAM);
	f->kind = DR_STREAM;
	f->in = other->out = dr_channel_new();
	f->out = other->in = dr_channel_new();
	other->family = f->family;
	dr_raw_memcpy(f->peer, l->address, f->peer_size = l->address_size);
	dr_raw_memcpy(other->address, l->address, other->address_size = l->address_size);
	dr_raw_memcpy(other->peer, f->address, other->peer_size = f->address_size);
	replace(number, made[0]);
	enqueue(l, other, made[1], site);
	return 0;
}

DEFINE(int, connect, int number, const struct sockaddr *to, socklen_t size)
{
	dr_cancel_point(0, DR_SITE);
	dr_number_look("connect", number, DR_SITE, 0);
	struct dr_file *f = dr_file_of(number);
	if (!f)
		return (int)dr_raw_syscall(SYS_connect, (long)number, to, (long)size, 0l, 0l, 0l);
	if (f->kind != DR_SOCKET)
		return (int)dr_fail(-EISCONN);
	uint8_t address[128];
	uint32_t length;
	long error = copy_address(address, &length, to, size, DR_SITE);
	if (error)
		return (int)dr_fail(error);
	if (!f->address_size && f->family != AF_UNIX) {
		dr_raw_memcpy(f->address, address, f->address_size = length);
		*port_of(f->address) = 0;
		choose_port(f);
	}
	struct dr_call observed = {.name = "connect", .file = number, .site = DR_SITE}, call = observed;
	dr_call_on(&observed, &names);
	dr_call_begin(&observed);
	struct dr_file *l = find(address, length);
	dr_call_end(&observed);
	if (!l) /* other listeners on this machine are not part of the program */
		return (int)dr_fail(f->family == AF_UNIX ? -ENOENT : -ECONNREFUSED);
	dr_call_on(&call, l->in);
	dr_call_begin(&call);
	error = connect_to(f, l, number, DR_SITE);
	dr_call_end(&call);
	return error ? (int)dr_fail(error) : 0;
}

static void tell_address(
	const uint8_t *address, uint32_t size, int family, struct sockaddr *to, socklen_t *room, const void *site)
{
	uint8_t unnamed[2] = {(uint8_t)family, 0};
	if (!to || !room)
		return;
	if (!size) {
		address = unnamed;
		size = 2;
	}
	uint32_t n = size < *room ? size : *room;
	dr_plain_range(to, n, DR_WRITES, site);
	dr_raw_memcpy(to, address, n);
	dr_plain_range(room, sizeof *room, DR_WRITES, site);
	*room = size;
}

static int accept_one(struct dr_call call, struct sockaddr *from, socklen_t *room, int flags)
{
	struct dr_file *f = dr_file_of(call.held.number);
	if (!f || f->kind != DR_LISTENER) {
		dr_call_end(&call);
		dr_cancel_point(call.spin, call.site);
		int number = (int)dr_raw_syscall(SYS_accept4, (long)call.held.number, from, room, (long)flags, 0l, 0l);
		dr_file_call_over(&call);
		return dr_self && number >= 0 ? dr_description_opened(number, call.site) : number;
	}
	call.point = 1;
	call.for_client = dr_client_wanted();
	dr_call_on(&call, f->in);
	for (;;) {
		dr_call_begin(&call);
		struct dr_file *next = f->first;
		uint64_t one;
		if (next) {
			f->first = next->next;
			if (!f->first)
				f->last = NULL;
			dr_channel_take(f->in, sizeof(uint64_t));
			dr_kernel(SYS_read, call.held.number, (long)&one, sizeof one, 0, 0, 0);
		}
		int dont_wait = (dr_kernel(SYS_fcntl, call.held.number, F_GETFL, 0, 0, 0, 0) & O_NONBLOCK) != 0;
		int goes_on = !next && !dont_wait && call.channel[0]->is_number;
		if (goes_on)
			dr_number_keep(&call.held, call.file);
		else if (next || dont_wait)
			dr_number_release(&call.held);
		dr_call_end(&call);
		if (goes_on) {
			call.count = 0;
			dr_call_on(&call, f->in);
		}
		if (next) {
			int number = dr_file_number_now(next->waiting, call.site);
			dr_kernel(SYS_fcntl, number, F_SETFD, flags & SOCK_CLOEXEC ? FD_CLOEXEC : 0, 0, 0, 0);
			if (flags & SOCK_NONBLOCK)
				dr_kernel(SYS_fcntl, number, F_SETFL, O_NONBLOCK, 0, 0, 0);
			tell_address(next->peer, next->peer_size, next->family, from, room, call.site);
			return number;
		}
		if (dont_wait)
			return (int)dr_fail(-EAGAIN);
	}
}

DR_WAITING_WEAK(int, accept, int number, struct sockaddr *from, socklen_t *room)
{
	uint64_t spin = dr_spin_fingerprint();
	return accept_one(dr_file_call("accept", number, DR_SITE, spin), from, room, 0);
}

DR_WAITING_WEAK(int, accept4, int number, struct sockaddr *from, socklen_t *room, int flags)
{
	uint64_t spin = dr_spin_fingerprint();
	return accept_one(dr_file_call("accept4", number, DR_SITE, spin), from, room, flags);
}

DEFINE(int, getsockname, int number, struct sockaddr *to, socklen_t *room)
{
	dr_number_look("getsockname", number, DR_SITE, 0);
	struct dr_file *f = dr_file_of(number);
	if (!f || !f->family)
		return (int)dr_raw_syscall(SYS_getsockname, (long)number, to, room, 0l, 0l, 0l);
	tell_address(f->address, f->address_size, f->family, to, room, DR_SITE);
	return 0;
}

DEFINE(int, getpeername, int number, struct sockaddr *to, socklen_t *room)
{
	dr_number_look("getpeername", number, DR_SITE, 0);
	struct dr_file *f = dr_file_of(number);
	if (!f || !f->family)
		return (int)dr_raw_syscall(SYS_getpeername, (long)number, to, room, 0l, 0l, 0l);
	if (f->kind != DR_STREAM)
		return (int)dr_fail(-ENOTCONN);
	tell_address(f->peer, f->peer_size, f->family, to, room, DR_SITE);
	return 0;
}

/* No option has an effect on a connection inside the program. */
DEFINE(int, setsockopt, int number, int level, int option, const void *value, socklen_t size)
{
	dr_number_look("setsockopt", number, DR_SITE, 0);
	struct dr_file *f = dr_file_of(number);
	return f && f->family ? 0
			      : (int)dr_raw_syscall(
					SYS_setsockopt, (long)number, (long)level, (long)option, value, (long)size, 0l);
}
