/*
 * Finds initialisations of objects that are initialised already: "Attempting to initialize an already initialized mutex
 * results in undefined behavior" (POSIX.1-2017, pthread_mutex_init; likewise for condition variables, barriers,
 * read-write locks, spinlocks and semaphores).
 *
 * An initialisation leaves a mark in the object. If the program overwrites it (memset, a copy of another object, a
 * static initialiser) or destroys the object, the memory counts as a new object. Programs often initialise an object
 * that is statically initialised before they use it. In practice that does no harm, so it is only noted.
 */
#ifndef DRISTA_INITIALISATION_H
#define DRISTA_INITIALISATION_H

#include "core/internal.h"

/* The value, after an initialisation, of the byte of the object that every call reads. The read is an event where
 * threads share the object. */
#define DR_INITIALISED 0xd1

/* A number derived from the object's address, stored beside that byte: so a copy of the object at another address does
 * not count as initialised. */
uint32_t dr_initialisation_mark(const void *object);

/* Performs the event of an initialisation. Returns whether the last operation on the object was a destroy. `destroyed`:
 * the answer according to memory. */
int dr_initialise(struct dr_event *e, int destroyed);

/* What the memory of an object says before an initialisation, where no destroy came last. */
enum dr_initialised {
	DR_NOT_INITIALISED,
	DR_INITIALISED_BY_CALL, /* it has its mark */
	DR_STATICALLY, /* it has the mark of a static initialiser (include/marked/pthread.h) */
};
/* The mark of a static initialiser. */
#define DR_STATIC_MARK 0x53

/*
 * Checks an initialisation of the object. If a call has initialised it already, that is misuse and the run stops,
 * unless the object is a local variable that may be another one by now at the same address. If its static initialiser
 * has, the run has a note, unless the object is on the heap or on a stack.
 */
void dr_check_initialisation(const char *noun, const void *object, enum dr_initialised before, const void *site);

#endif
