/*
 * The growth of std::unordered_map and related containers (containers.h). libstdc++'s own function computes it, since
 * the order of iteration depends on its table of bucket counts.
 */
#include "memory/plain.h"
#include "libstdc++/containers.h"
#include "prim/real.h"

struct policy {
	float most_load;
	size_t next; /* the number of elements at which it grows */
};

struct answer {
	_Bool grows;
	size_t buckets;
};

/* The library's function, in a local variable `real`. */
#define FIND(function) \
	dr_real_one(&real, NAME(function)); \
	if (!real) \
	dr_unsupported("std::unordered_map and its like with -static-libstdc++")

#define NEXT _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm
#define NEED _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm
#define NAME(function) NAME_OF(function)
#define NAME_OF(function) #function

/* std::__detail::_Prime_rehash_policy's _M_next_bkt and _M_need_rehash. */
WEAK size_t NEXT(struct policy *policy, size_t buckets);
WEAK struct answer NEED(struct policy *policy, size_t buckets, size_t elements, size_t more);

size_t NEXT(struct policy *policy, size_t buckets)
{
	static size_t (*real)(struct policy *, size_t);
	FIND(NEXT);
	dr_plain_range(&policy->most_load, sizeof policy->most_load, DR_READS, DR_SITE);
	dr_plain_range(&policy->next, sizeof policy->next, DR_WRITES, DR_SITE);
	return real(policy, buckets);
}

struct answer NEED(struct policy *policy, size_t buckets, size_t elements, size_t more) {
	static struct answer (*real)(struct policy *, size_t, size_t, size_t);
	FIND(NEED);
	dr_plain_range(&policy->next, sizeof policy->next, DR_READS, DR_SITE);
	if (elements + more > policy->next) {
		dr_plain_range(&policy->most_load, sizeof policy->most_load, DR_READS, DR_SITE);
		dr_plain_range(&policy->next, sizeof policy->next, DR_WRITES, DR_SITE);
	}
	return real(policy, buckets, elements, more);
}
