/*
 * Finds initialisations of objects that are initialised already: "Attempting to initialize an already initialized mutex
 * results in undefined behavior" (POSIX.1-2017, pthread_mutex_init; likewise for condition variables, barriers,
 * read-write locks, spinlocks and semaphores).
 *
 * An initialisation leaves a mark in the object. If the program overwrites it (memset, a copy of another object, a
 * static initialiser) or destroys the object, the memory counts as a new object. An object that is only statically
 * initialised has no mark: programs often initialise such an object again before they use it, which does no harm.
 */
#ifndef DRISTA_INITIALISATION_H
#define DRISTA_INITIALISATION_H

#include "internal.h"

/* The value, after an initialisation, of the byte of the object that every call reads. The read is an event where
 * threads share the object. */
#define DR_INITIALISED 0xd1

/* A number derived from the object's address, stored beside that byte: so a copy of the object at another address does
 * not count as initialised. */
uint32_t dr_initialisation_mark(const void *object);

/* Performs the event of an initialisation. Returns whether the last operation on the object was a destroy. `destroyed`:
 * the answer according to memory. */
int dr_initialise(struct dr_event *e, int destroyed);

/*
 * Checks an initialisation of the object. `made`: it has its mark, and no destroy came last. Then the initialisation is
 * misuse and the run stops, unless the object is a local variable that may be another one by now at the same address.
 */
void dr_check_initialisation(const char *noun, const void *object, int made, const void *site);

#endif
