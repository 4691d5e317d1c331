/*
 * The clocks of libstdc++, defined here so that a reading has its call site in the program (time.c). A time_point is a
 * number of nanoseconds.
 */
#include "pthread/clock.h"
#include "core/internal.h"

DR_EXPORT long dr_steady_now(void) __asm__("_ZNSt6chrono3_V212steady_clock3nowEv");
DR_EXPORT long dr_system_now(void) __asm__("_ZNSt6chrono3_V212system_clock3nowEv");
long dr_steady_now(void)
{
	return dr_clock_now(CLOCK_MONOTONIC, DR_SITE);
}
long dr_system_now(void)
{
	return dr_clock_now(CLOCK_REALTIME, DR_SITE);
}
