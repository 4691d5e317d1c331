/* Instrumented code without its instrumentation, where the runtime checks nothing. */
#ifndef DRISTA_HOOKS_OFF_H
#define DRISTA_HOOKS_OFF_H

/*
 * Makes the functions return at once that instrumented code calls to announce plain accesses, and where functions begin
 * and end. To be called before any other thread runs. Where the system does not let a program change its own
 * instructions, the functions stay as they are, which only costs time.
 */
void dr_hooks_off(void);

#endif
