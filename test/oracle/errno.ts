/** Numbers of errors that calls of litmus programs return, as Linux has them. */

/** What a trylock of a held mutex returns (POSIX pthread_mutex_trylock; Linux's number). */
export const EBUSY = 16;
/** The same of a semaphore whose count is 0 (sem_trywait). */
export const EAGAIN = 11;
/** What the event of a wait returns that ended without a signal; the call returns 0. */
export const EINTR = 4;
/** What a timed call returns that gave up. */
export const ETIMEDOUT = 110;
