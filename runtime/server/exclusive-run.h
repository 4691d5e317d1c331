/* Runs of one program that write files come one after the other, whoever explores: none meets what another one is about
 * to write. */
#ifndef DRISTA_EXCLUSIVE_RUN_H
#define DRISTA_EXCLUSIVE_RUN_H

/* From now on until it ends this run is the only one of its executable that has called this. */
void dr_run_exclusively(void);
/* Does it wait for another one to end? */
int dr_run_waits_for_lock(void);

#endif
