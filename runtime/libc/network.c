/* Functions that convert network addresses (POSIX.1-2017 inet_ntop, inet_addr, getaddrinfo; interposed.h). */
#include "memory/plain.h"
#include "libc/results.h"

#include <arpa/inet.h>
#include <netdb.h>

WEAK const char *inet_ntop(int family, const void *from, char *to, socklen_t room);
const char *inet_ntop(int family, const void *from, char *to, socklen_t room)
{
	REAL(inet_ntop);
	char made[INET6_ADDRSTRLEN];
	if (family == AF_INET || family == AF_INET6)
		dr_plain_range(from, family == AF_INET ? 4 : 16, DR_READS, DR_SITE);
	if (!real(family, from, made, room < sizeof made ? room : sizeof made))
		return NULL;
	dr_writes(to, made, dr_length(made, sizeof made) + 1, DR_SITE);
	return to;
}

WEAK int inet_pton(int family, const char *from, void *to);
int inet_pton(int family, const char *from, void *to)
{
	REAL(inet_pton);
	char made[16];
	READS_TEXT(from);
	int r = real(family, from, made);
	if (r > 0)
		dr_writes(to, made, family == AF_INET ? 4 : 16, DR_SITE);
	return r;
}

WRITES(int, inet_aton, struct in_addr, (const char *from, struct in_addr *to), (from, made), READS_TEXT(from), r)

WEAK in_addr_t inet_addr(const char *from);
in_addr_t inet_addr(const char *from)
{
	REAL(inet_addr);
	READS_TEXT(from);
	return real(from);
}

WEAK int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **to);
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **to)
{
	REAL(getaddrinfo);
	if (node)
		READS_TEXT(node);
	if (service)
		READS_TEXT(service);
	if (hints)
		READS(hints);
	struct addrinfo *made;
	int r = real(node, service, hints, &made);
	if (r == 0)
		dr_writes(to, &made, sizeof made, DR_SITE);
	return r;
}
