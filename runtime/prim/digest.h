/* Digests of what calls do to files and return. */
#ifndef DRISTA_DIGEST_H
#define DRISTA_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* The digest with a value, or with bytes, added. */
uint64_t dr_digest(uint64_t digest, uint64_t value);
uint64_t dr_digest_bytes(uint64_t digest, const void *bytes, size_t size);

#endif
