/*
 * The processor's registers that calls do not preserve, or only in part. A run in the server's own process may change
 * them, so they are restored after it (rollback.h).
 */
#ifndef DRISTA_REGISTERS_H
#define DRISTA_REGISTERS_H

/* Called once. Returns 0 where the processor or the kernel has no instructions that save all of them. */
int dr_registers_open(void);
void dr_registers_keep(void);
void dr_registers_put_back(void);

#endif
