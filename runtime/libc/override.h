/* Which functions the names of libc lead to, decided before main. */
#ifndef DRISTA_OVERRIDE_H
#define DRISTA_OVERRIDE_H

/* Called before main: gives functions of the program's instrumented libraries precedence over the runtime's. */
void dr_override(void);
/* Called where the program runs by itself, unchecked: makes unsupported calls that do not concern threads libc's own,
 * as configure scripts expect. */
void dr_override_standalone(void);

#endif
