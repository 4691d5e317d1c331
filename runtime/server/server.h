/* The fork server: every run is a fork of a process that waits before main. */
#ifndef DRISTA_SERVER_H
#define DRISTA_SERVER_H

/* Serves the protocol on the socket, and ends the process at its end of file. Returns only in each process of a run. */
void dr_server(int socket);
/* In the process of a run: reads the schedule from the frame. */
void dr_server_schedule(void);

#endif
