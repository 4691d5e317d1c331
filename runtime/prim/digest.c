/* Digests (digest.h). */
#include "prim/digest.h"
#include "prim/base.h"

uint64_t dr_digest(uint64_t digest, uint64_t value)
{
	digest = (digest ^ value) * 0x9e3779b97f4a7c15ul;
	return digest ^ digest >> 29;
}

uint64_t dr_digest_bytes(uint64_t digest, const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		digest = dr_digest(digest, ((const uint8_t *)bytes)[i]);
	return dr_digest(digest, size);
}
