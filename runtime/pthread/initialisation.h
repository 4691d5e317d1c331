/*
 * Objects that are initialised while they are initialised: "Attempting to initialize an already initialized mutex
 * results in undefined behavior" (POSIX.1-2017, pthread_mutex_init; likewise for condition variables, barriers,
 * read-write locks, spinlocks and semaphores).
 *
 * An initialisation leaves a mark in the object. What the program writes over it (memset, a copy of another object, a
 * static initialiser) makes a new object of it, and so does a destroy. What is only statically initialised has no mark:
 * programs initialise that once more before they use it, and nothing is lost.
 */
#ifndef DRISTA_INITIALISATION_H
#define DRISTA_INITIALISATION_H

#include "internal.h"

/* The byte of the object that every call looks at holds this after an initialisation: to read it is an event where
 * threads share it. */
#define DR_INITIALISED 0xd1

/* The object's own number, beside that byte: a copy of the object, at another address, is no initialised one. */
uint32_t dr_initialisation_mark(const void *object);

/* Lets the event of an initialisation happen. Returns whether a destroy of the object came last. `destroyed`: what
 * memory says of that. */
int dr_initialise(struct dr_event *e, int destroyed);

/*
 * The object is being initialised. `made`: it has its mark, and no destroy came last. That is misuse (the run stops)
 * unless the object is the variable of a function that may be another one by now, at the same place of the stack.
 */
void dr_check_initialisation(const char *noun, const void *object, int made, const void *site);

#endif
