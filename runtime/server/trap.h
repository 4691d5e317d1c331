/*
 * Calls of the kernel by a run. What they change cannot be put back where the run is made in the server's own process
 * (rollback.h), and is shared by all forks of a process in the middle of a run (snapshot.h). So a call is stopped
 * before the kernel does it, whoever makes it: the program, libc, or the runtime on their behalf. The kernel looks at a
 * byte of memory at every call (syscall user dispatch, Linux 5.11) and sends SIGSYS where that says so.
 */
#ifndef DRISTA_TRAP_H
#define DRISTA_TRAP_H

/* Once. Returns NULL, or why the kernel cannot do it. */
const char *dr_trap_init(volatile char *gate);
/* In a process that was forked from one with a trap: the same trap again. 0: the kernel refuses. */
int dr_trap_again(void);
/* In a process that was forked from this one: as if there had never been a trap. */
void dr_trap_end(void);

/* The signal is handled as when a program starts: libc's signal() would leave flags that sigaction(2) shows. */
void dr_trap_default(int signal_number);

/* Lets calls through, or not. What was before. */
int dr_trap_open(void);
void dr_trap_set(int gate);
enum { DR_TRAP_OPEN = 0, DR_TRAP_SHUT = 1 };

#endif
