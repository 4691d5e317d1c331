/* The RESULT of a run. For server.c. */
#ifndef DRISTA_RESULT_H
#define DRISTA_RESULT_H

/* Sends the RESULT of the run that has just ended. `wait_status`: as from waitpid; 0 if the run has signalled its
 * end. */
void dr_result_send(int wait_status);

#endif
