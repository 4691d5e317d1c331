/* The program's environment (environment.c), for functions of libc that look up a variable. */
#ifndef DRISTA_ENVIRONMENT_H
#define DRISTA_ENVIRONMENT_H

/* libc reads the environment on the program's behalf. */
void dr_environment_read(const void *site);

#endif
