/* Order of bytes (POSIX.1-2017 htonl), and absolute values (C11 7.22.6.1). */
#include "followed.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <stdlib.h>

#undef htonl
#undef htons
#undef ntohl
#undef ntohs

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define TO_NETWORK(bits, value) __builtin_bswap##bits(value)
#else
#define TO_NETWORK(bits, value) (value)
#endif

WEAK uint32_t htonl(uint32_t host)
{
	return TO_NETWORK(32, host);
}
WEAK uint16_t htons(uint16_t host)
{
	return TO_NETWORK(16, host);
}
uint32_t ntohl(uint32_t network) ALIAS(htonl);
uint16_t ntohs(uint16_t network) ALIAS(htons);

WEAK int abs(int n)
{
	return n < 0 ? -n : n;
}
WEAK long labs(long n)
{
	return n < 0 ? -n : n;
}
WEAK long long llabs(long long n)
{
	return n < 0 ? -n : n;
}
intmax_t imaxabs(intmax_t n) ALIAS(labs);
