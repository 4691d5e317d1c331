/* The offsets of files that are open before main. */
#ifndef DRISTA_OFFSETS_H
#define DRISTA_OFFSETS_H

/* Notes them, before the first run. */
void dr_offsets_note(void);
/* Sets them back, when a run has ended. */
void dr_offsets_reset(void);

#endif
