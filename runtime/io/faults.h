/*
 * Faults of calls that read and write files (core/faults.h): results that POSIX.1-2017 allows although nothing is
 * wrong, each only for the kinds of files for which it is allowed. For io/ only.
 */
#ifndef DRISTA_IO_FAULTS_H
#define DRISTA_IO_FAULTS_H

#include "io/buffers.h"
#include "io/file-table.h"

/* The fault of a call that transfers bytes. `error`: it fails with that (negative); 0: it does not. */
struct dr_transfer_fault {
	long error;
	struct iovec part; /* memory for the buffers of a short transfer */
};

/*
 * Chooses the fault of the call, which has begun; `flags`: those of recv and send. A short transfer makes `b` shorter.
 * An error is that of a call that does nothing else, apart from a connection, which is broken after ECONNRESET; the
 * call is over then, and was a cancellation point.
 */
struct dr_transfer_fault dr_read_fault(struct dr_call *call, struct dr_buffers *b, int flags);
struct dr_transfer_fault dr_write_fault(struct dr_call *call, struct dr_buffers *b, int flags);

/* Does a call fail that opens a file? Then errno is EMFILE. */
int dr_open_fails(const char *name, const char *path, const void *site);

#endif
