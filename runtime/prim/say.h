/* Messages of the runtime, and the end of its process. */
#ifndef DRISTA_SAY_H
#define DRISTA_SAY_H

/* Writes one line to stderr, without characters that could control a terminal. */
void dr_say(const char *text);
/* Ends the process at once. */
_Noreturn void dr_leave(int code);

#endif
