/* Semaphores, for other calls that are built on them. */
#ifndef DRISTA_SEM_H
#define DRISTA_SEM_H

#include <semaphore.h>

/* Waits for the semaphore; events have the site of the program's call. Not allowed before main. */
void dr_sem_wait(sem_t *s, const void *site);
int dr_sem_post(sem_t *s, const void *site);

#endif
