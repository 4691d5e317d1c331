/*
 * Loss of power (--crash): a choice of the scheduler before each call that makes something durable, and at the end of
 * an execution (docs/explanation/crashes.md). All states that a crash at another moment could leave are among those: a
 * call that makes nothing durable only adds to what may be left. The run makes the state that is chosen, and the
 * command that looks at it decides whether that is an error.
 */
#ifndef DRISTA_CRASH_H
#define DRISTA_CRASH_H

#include "io/crash-folder.h"
#include "io/cells.h"

/* The process of a run begins, before main. */
void dr_crash_begin(void);
/* The same in main: where the folder cannot be made, this ends the run. */
void dr_crash_main(void);
/* The call changes files or makes them durable: it comes before or after each other such call. dr_use_of calls this
 * where it adds the contents of a file, or the list of names. */
void dr_crash_use(struct dr_use *u);
/* The same for a call that changes what a stream will write, at the end of the process at the latest. */
void dr_crash_use_buffer(struct dr_use *u);

/* Between dr_use_begin and the call to the kernel, for a call that makes the file of the descriptor durable. `number`:
 * DR_ALL_FILES: everything. Returns 0 if the descriptor's file is none of the folder. */
#define DR_ALL_FILES (-1)
int dr_crash_sync(const struct dr_use *u, int number);
/* Called at the beginning of a call (dr_use_begin). */
void dr_crash_before(const struct dr_use *u);
/* Called at the end of a call (dr_use_end). `changed`: it may have changed something; `effect`: a digest of that. */
void dr_crash_after(struct dr_use *u, int changed, uint64_t effect);
/* The process ends: streams are flushed if `flushes`. The last chance of a crash. */
void dr_crash_last(int flushes, const void *site);

/* Before a file may be written or a name changed there: it must be in the folder. */
void dr_crash_path(int folder, const char *path, const void *site);
/* The same for the file of a descriptor. */
void dr_crash_number(int number, const void *site);
/* Before the file of a descriptor is mapped for writing (MAP_SHARED). */
void dr_crash_mapping(int number, const void *site);
/* Before a call with these effects on files that crashes do not follow. */
void dr_crash_refuse(const char *what, const void *site);

#endif
