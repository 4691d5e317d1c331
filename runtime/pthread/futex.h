/* The system call futex (futex.c), for libc/raw-calls.c. */
#ifndef DRISTA_FUTEX_H
#define DRISTA_FUTEX_H

/* Its arguments without the number. Returns -1 and sets errno where it fails. */
long dr_futex(const long *argument, const void *site);

#endif
