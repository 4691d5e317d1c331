/*
 * The processor's registers that calls do not preserve, or only in part. A run in the server's own process may leave
 * anything in them, as a process of its own may; after it they are put back (rollback.h).
 */
#ifndef DRISTA_REGISTERS_H
#define DRISTA_REGISTERS_H

/* Once. Returns 0 where this processor or the kernel cannot save all of them by instructions. */
int dr_registers_open(void);
void dr_registers_keep(void);
void dr_registers_put_back(void);

#endif
