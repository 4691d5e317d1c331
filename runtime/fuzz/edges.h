/* Which edges of the program's code a run has taken. */
#ifndef DRISTA_EDGES_H
#define DRISTA_EDGES_H

/* Notes the edges of the run, where the program counts them: `edges: ` and a hexadecimal digit for each four edges. */
void dr_edges_note(void);

#endif
