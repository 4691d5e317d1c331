/* Semaphores, for other calls that are built on them. */
#ifndef DRISTA_SEM_H
#define DRISTA_SEM_H

#include <semaphore.h>
#include <stdint.h>

/* Waits for the semaphore; events have the site of the program's call. `spin`: its fingerprint (thread-state/spin.h),
 * or 0. Not allowed before main. */
void dr_sem_wait(sem_t *s, uint64_t spin, const void *site);
int dr_sem_post(sem_t *s, const void *site);

#endif
