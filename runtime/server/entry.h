/* The program's entry: main and exit, as a run performs them. */
#ifndef DRISTA_ENTRY_H
#define DRISTA_ENTRY_H

#include "core/internal.h"

_Noreturn void dr_entry_exit(int code); /* in the fiber of thread 0, after main has ended */
void dr_entry_run(void); /* one run of the program, from before main; returns only where dr_fiber_out is called */

_Noreturn void dr_exit(int code, const void *site); /* site NULL: main returned */
void dr_exit_init(void); /* before anything registers a function to be called at exit */
/* Performs libstdc++'s call of pthread_once for the classic locale before main, where it is no event. libstdc++ repeats
 * the call whenever it creates a locale, but only if the program has threads. */
void dr_once_of_libraries(void);
void dr_crash_init(void); /* installs handlers for the signals of a crash, unless the program has some */

#endif
