/*
 * Which exceptions of floating point are raised in the x87 unit (C11 7.6.2). They are a thread's own, and it inherits
 * them. Fibers are switched without them, because few programs read them. SSE has its own, in the control word that
 * each switch saves.
 */
#ifndef DRISTA_X87_H
#define DRISTA_X87_H

#include <stdint.h>

#define DR_X87_RAISED 0x3fu /* the same bits as in SSE's control word */

/* The exceptions that are raised now, as bits of DR_X87_RAISED. */
static inline uint8_t dr_x87_raised(void)
{
#ifdef __x86_64__
	uint16_t status;
	__asm__ volatile("fnstsw %0" : "=am"(status));
	return status & DR_X87_RAISED;
#else
	return 0;
#endif
}

/* Keeps the raised exceptions in *from, unless that is NULL, and makes them those of `to`. */
static inline void dr_x87_switch(uint8_t *from, uint8_t to)
{
#ifdef __x86_64__
	uint8_t now = dr_x87_raised();
	if (from)
		*from = now;
	if (to == now)
		return;
	struct {
		uint32_t control, status, more[5];
	} environment;
	__asm__ volatile("fnstenv %0" : "=m"(environment));
	environment.status = (environment.status & ~DR_X87_RAISED) | to;
	__asm__ volatile("fldenv %0" : : "m"(environment));
#else
	(void)from;
	(void)to;
#endif
}

#endif
