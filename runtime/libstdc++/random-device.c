/*
 * std::random_device ([rand.device]) of libstdc++: it would take its numbers from the processor (rdrand, rdseed), which
 * is not repeatable. libstdc++'s own constructors handle the token.
 */
#include "libstdc++/containers.h"
#include "libc/random.h"

WEAK unsigned dr_random_device(void *self) __asm__("_ZNSt13random_device9_M_getvalEv");
WEAK unsigned dr_random_device_old(void *self) __asm__("_ZNSt13random_device16_M_getval_pretr1Ev");

unsigned dr_random_device(void *self)
{
	(void)self;
	return (unsigned)(dr_random_next() >> 32);
}

unsigned dr_random_device_old(void *self)
{
	return dr_random_device(self);
}
