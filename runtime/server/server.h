/* The fork server: every run is a fork of the process that stands before main. */
#ifndef DRISTA_SERVER_H
#define DRISTA_SERVER_H

/* Speaks the protocol on the socket; ends the process at its end of file. Returns in each process of a run. */
void dr_server(int socket);
/* In the process of a run: what RUN asks for. */
void dr_server_schedule(void);

#endif
