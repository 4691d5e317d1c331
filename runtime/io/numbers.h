/*
 * Descriptor numbers as data that threads share (POSIX.1-2017 2.14, 3.166): which file a number stands for. A call
 * reads that when it begins; close, dup2 and whatever opens a file write it. For io/.
 *
 * A thread that opens a file gets a number that depends only on what the thread itself has opened and closed. As long
 * as no thread uses a number after its close, programs cannot tell these numbers from the lowest free ones that POSIX
 * prescribes. Once a run has such a use, or closes and makes again a number that others use meanwhile, all runs give
 * the lowest free numbers, and each call that opens or closes a file is an event.
 */
#ifndef DRISTA_NUMBERS_H
#define DRISTA_NUMBERS_H

#include "io/channel.h"

#define DR_NUMBERS 4096
/* Where dr_held has no number. */
#define DR_NO_NUMBER 0x7fffffff

/* The channel that says what the number stands for, where a call depends on it; NULL: threads do not conflict there.
 * `changes`: the call closes the number, or makes it stand for something else. */
struct dr_channel *dr_number_of(int number, int changes);
/* A call that looks at the number and does nothing that may wait. `spin`: dr_spin_fingerprint() of the call; 0: not
 * known. */
void dr_number_look(const char *name, int number, const void *site, uint64_t spin);
/* The call, whose channel of its number is locked, goes on with the file for which the number stands, whatever others
 * do to the number. Both ends of a pipe or socket are locked, too. */
void dr_number_keep(struct dr_held *held, int number);
/* Gives the file back, in the same way; it may be the last reference. */
void dr_number_release(struct dr_held *held);

/* Gives the kernel's files, which a call of the running thread has just opened, their numbers. `least`: no lower one.
 * `channel`: files of file-table.h. */
void dr_numbers_new(int *made, unsigned n, int least, int channel, const void *site);
/* The same, where the number is only to be known to the runtime for now. */
int dr_number_new_apart(int made);
/* Are numbers the lowest free ones? */
int dr_numbers_exact(void);

/* The running thread closes the number, or makes it stand for another file: called while its channel is held. */
void dr_number_closed(int number);
void dr_number_replaced(int number);
/* A call uses the number, whose channel is held. If the program has closed it, and the numbers are not exact, the run
 * ends. */
void dr_number_used(int number);

#endif
