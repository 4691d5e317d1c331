/* Standing before main. */
#ifndef DRISTA_ENTRY_H
#define DRISTA_ENTRY_H

#include "internal.h"

_Noreturn void dr_entry_main(void); /* main, in the fiber of thread 0, then exit */
_Noreturn void dr_entry_exit(int code); /* in the fiber of thread 0, main being over */
void dr_entry_run(void); /* one run of the program, from before main; returns only where dr_fiber_out is called */
extern int dr_standalone; /* run by itself, without a scheduler */

_Noreturn void dr_exit(int code, const void *site); /* site NULL: main returned */
void dr_exit_init(void); /* before anything registers a function to be called at exit */
/* libstdc++ asks pthread_once for its first locale whenever it makes one, but only once there are threads: before main
 * it is no event. */
void dr_once_of_libraries(void);
void dr_crash_init(void); /* takes the signals of a crash, where the program does not */

#endif
