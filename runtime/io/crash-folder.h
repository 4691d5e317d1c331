/*
 * The working folder of runs that crash (--crash): each run begins with a new copy of the folder that was asked for.
 * All runs of an executable use the same path, as the program may see it, so they exclude each other
 * (exclusive-run.h). System calls only: the guard uses this too, and the first calls come before libc is initialised.
 */
#ifndef DRISTA_CRASH_FOLDER_H
#define DRISTA_CRASH_FOLDER_H

/* Is the power lost in some executions? */
int dr_crashes(void);
/* Before any code of the program: waits until no run of the executable uses the folder, makes it, and goes there.
 * What fails is said by the first run (dr_crash_folder_failure). */
void dr_crash_folder_first(void);
/* After the constructors, which must not have used the folder: the runs may begin. */
void dr_crash_folder_ready(void);
/* In the process of a run, before main: the same as dr_crash_folder_first. */
void dr_crash_folder_begin(void);
/* What is wrong with the folder; NULL: nothing. */
const char *dr_crash_folder_failure(void);
/* Removes it, at the end of the check, unless another check of the executable uses it. */
void dr_crash_folder_remove(void);
/* Removes all that is in the folder. `number`: a descriptor of it. Returns 0, or an error of the form -errno. */
long dr_crash_folder_empty(int number);

#endif
