/*
 * Intercepts system calls of a run. Their effects cannot be undone where the run is made in the server's own process
 * (rollback.h), and are shared by all forks of a process in the middle of a run (snapshot.h). So a call by the program,
 * libc, or the runtime on their behalf is intercepted before the kernel performs it: the kernel reads a byte of memory,
 * the gate, at every call, and sends SIGSYS if that is set (syscall user dispatch, Linux 5.11).
 */
#ifndef DRISTA_TRAP_H
#define DRISTA_TRAP_H

/* Installs the trap, once. Returns NULL, or why the kernel cannot do it. */
const char *dr_trap_init(volatile char *gate);
/* In a process that was forked from one with a trap: installs the same trap. Returns 0 if that fails. */
int dr_trap_again(void);
/* In a process that was forked from this one: removes the trap and its traces. */
void dr_trap_end(void);

/* Resets the signal's handling to that at the start of a program. libc's signal() would leave flags that sigaction(2)
 * shows. */
void dr_trap_default(int signal_number);

/* Opens the gate: lets calls through. Returns the gate's previous state, for dr_trap_set. */
int dr_trap_open(void);
void dr_trap_set(int gate);
enum { DR_TRAP_OPEN = 0, DR_TRAP_SHUT = 1 };

#endif
