/* The command that looks at what is left after a loss of power (--after-crash). For crash.c only. */
#ifndef DRISTA_AFTER_CRASH_H
#define DRISTA_AFTER_CRASH_H

#include <stddef.h>

/* How the command has ended. `text`: empty where all is well; else what is wrong, with the last line of its output. */
struct dr_after_crash {
	char text[600];
};

/* Runs it in the folder, and waits for its end. */
void dr_after_crash_run(struct dr_after_crash *result);
/* Does the run wait for the command? */
int dr_run_waits_for_command(void);

#endif
