/* Announces the effects of a call before it is made, or after it where only then its extent is known. */
#ifndef DRISTA_ANNOUNCE_H
#define DRISTA_ANNOUNCE_H

#include <stdint.h>

/* The address to call in place of the function with that name and address; 0: the call has no effect to announce. */
uint64_t dr_announcing(const char *name, uint64_t function);

/* The function whose calls the address announces; else the address itself. */
const void *dr_announced_function(const void *address);

#endif
