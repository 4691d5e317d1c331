/*
 * The client that drista plays (--client FILE): it connects to the first stream socket on which the program listens,
 * sends the file's bytes, shuts down writing, and reads what comes until the end. It is no thread: what it does has no
 * events. For io/.
 */
#ifndef DRISTA_CLIENT_H
#define DRISTA_CLIENT_H

#include "io/file-table.h"

/* Has drista a client for the program? */
int dr_client_wanted(void);
/* Makes the client's connection to the listener: what it sends is there, and the file is the program's end of it, which
 * is not yet accepted. *kernel: the kernel's file of that end. Channels are locked by the caller, but for those of the
 * new file, which only the caller knows. */
struct dr_file *dr_client_connect(const struct dr_file *listener, int *kernel);
/* The thread has got these bytes of what the client has sent: expressions of those that are symbolic. `peeks`: they
 * stay there. Another channel's bytes depend on no input. */
void dr_client_got(struct dr_file *f, const void *bytes, size_t size, int peeks, const void *site);
/* The client reads all that the program has sent to it through the file. */
void dr_client_reads(const struct dr_file *f);
/* At the end of an execution: a note where the client had nobody to connect to. */
void dr_client_end(void);

#endif
