/* The system call futex (futex.c), for io/raw-calls.c. */
#ifndef DRISTA_FUTEX_H
#define DRISTA_FUTEX_H

/* `argument`: the arguments after the number of the call. Returns what futex(2) does; -1 and errno on failure. */
long dr_futex(const long *argument, const void *site);

#endif
