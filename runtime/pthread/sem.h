/* Semaphores, for other calls that are made of them. */
#ifndef DRISTA_SEM_H
#define DRISTA_SEM_H

#include <semaphore.h>

/* In the name of the call that stands there. Not before main. */
void dr_sem_wait(sem_t *s, const void *site);
int dr_sem_post(sem_t *s, const void *site);

#endif
