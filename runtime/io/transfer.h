/*
 * Reading from and writing to a file by its descriptor number, whatever kind of file it is. For transfer.c and
 * messages.c only.
 */
#ifndef DRISTA_TRANSFER_H
#define DRISTA_TRANSFER_H

#include "io/buffers.h"
#include "io/file-table.h"

#include <sys/types.h>

/* Is the file a channel (channel.h)? NULL: no. */
int dr_is_channel(const struct dr_file *f);

/*
 * read, readv and recv. Returns the number of bytes, or -1 and errno. `socket_call`: `flags` are those of recv. Lets
 * other threads run while there are no bytes, unless the call is non-blocking. Cancellation point (POSIX.1-2017
 * 2.9.5.2).
 */
ssize_t dr_take(struct dr_call call, struct dr_buffers b, int socket_call, int flags);
/* The same for write, writev and send. */
ssize_t dr_give(struct dr_call call, struct dr_buffers b, int socket_call, int flags);

#endif
