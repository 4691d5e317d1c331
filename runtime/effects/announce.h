/* Announces the effects of a call before it is made, or after it where only then its extent is known. */
#ifndef DRISTA_ANNOUNCE_H
#define DRISTA_ANNOUNCE_H

#include <stdint.h>

/* The address to call in place of the function with that name and address; 0: the call has no effect to announce. */
uint64_t dr_announcing(const char *name, uint64_t function);

/* The function whose calls the address announces; else the address itself. */
const void *dr_announced_function(const void *address);

/* For functions that the runtime wraps by hand: announce the state of their row that callers share without a lock;
 * after the call, what is written to variables of libc. */
void dr_shared_before(const char *name, const void *site);
void dr_shared_after(const char *name, const void *site);

/* Finds the variables of libc, before main. */
void dr_shared_bind(void);

#endif
