/* Mutexes, spinlocks and read-write locks. */
#include "misuse.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t s;

THREAD(lock_m) { pthread_mutex_lock(&m); return NULL; }
THREAD(unlock_m) { pthread_mutex_unlock(&m); return NULL; } WRONG

static void init_typed(int type, int robust)
{
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, type);
	pthread_mutexattr_setrobust(&attr, robust);
	pthread_mutex_init(&m, &attr);
}

/* misuse of m: main unlocks a mutex that is not locked */
CASE(mutex_unlock_free)
{
	pthread_mutex_unlock(&m); WRONG
}

/* misuse of m: thread 1 unlocks a mutex that main holds: in unlock_m */
CASE(mutex_unlock_others)
{
	pthread_mutex_lock(&m);
	run(unlock_m);
	pthread_mutex_unlock(&m);
}

/* misuse of m: main locks a normal mutex that it already holds */
CASE(mutex_relock)
{
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m); WRONG
}

/*
 * verified
 * note: main unlocks a mutex that is not locked, which returns EPERM
 */
CASE(mutex_relock_returns_error)
{
	init_typed(PTHREAD_MUTEX_ERRORCHECK, 0);
	pthread_mutex_lock(&m);
	int error = pthread_mutex_lock(&m);
	assert(error == EDEADLK);
	pthread_mutex_unlock(&m);
	error = pthread_mutex_unlock(&m);
	assert(error == EPERM);
}

/* misuse of m: main destroys a mutex that it holds */
CASE(mutex_destroy_locked)
{
	pthread_mutex_lock(&m);
	pthread_mutex_destroy(&m); WRONG
}

/* misuse of m: main destroys a mutex that thread 1 holds */
CASE(mutex_destroy_others)
{
	run(lock_m);
	pthread_mutex_destroy(&m); WRONG
}

/* misuse of m: main initialises a mutex that it holds */
CASE(mutex_init_locked)
{
	pthread_mutex_lock(&m);
	pthread_mutex_init(&m, NULL); WRONG
}

/* misuse of m: main locks a mutex that was destroyed */
CASE(mutex_lock_destroyed)
{
	pthread_mutex_destroy(&m);
	pthread_mutex_lock(&m); WRONG
}

/* misuse of m: main tries to lock a mutex that was destroyed */
CASE(mutex_trylock_destroyed)
{
	pthread_mutex_destroy(&m);
	pthread_mutex_trylock(&m); WRONG
}

/* misuse of m: main unlocks a mutex that was destroyed */
CASE(mutex_unlock_destroyed)
{
	pthread_mutex_destroy(&m);
	pthread_mutex_unlock(&m); WRONG
}

/* misuse of m: main destroys a mutex that was destroyed */
CASE(mutex_destroy_twice)
{
	pthread_mutex_destroy(&m);
	pthread_mutex_destroy(&m); WRONG
}

/* verified */
CASE(mutex_made_again)
{
	pthread_mutex_destroy(&m);
	pthread_mutex_init(&m, NULL);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
}

/* misuse of m: main unlocks a mutex that is not locked */
CASE(mutex_unlock_twice)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m); WRONG
}

/*
 * verified
 * note: main unlocks a robust mutex whose owner had ended, without pthread_mutex_consistent: nobody can lock it again
 * note: main unlocks a mutex that is not locked, which returns EPERM
 */
CASE(mutex_robust_lost)
{
	init_typed(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST);
	run(lock_m);
	int error = pthread_mutex_lock(&m);
	assert(error == EOWNERDEAD);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m); /* returns ENOTRECOVERABLE */
	pthread_mutex_unlock(&m);
}

/* misuse of s: main unlocks a spinlock that is not locked */
CASE(spin_unlock_free)
{
	pthread_spin_init(&s, 0);
	pthread_spin_unlock(&s); WRONG
}

/* misuse of s: main locks a spinlock that it already holds */
CASE(spin_relock)
{
	pthread_spin_init(&s, 0);
	pthread_spin_lock(&s);
	pthread_spin_lock(&s); WRONG
}

THREAD(unlock_s) { pthread_spin_unlock(&s); return NULL; } WRONG

/* misuse of s: thread 1 unlocks a spinlock that main holds: in unlock_s */
CASE(spin_unlock_others)
{
	pthread_spin_init(&s, 0);
	pthread_spin_lock(&s);
	run(unlock_s);
}

/* misuse of s: main destroys a spinlock that it holds */
CASE(spin_destroy_locked)
{
	pthread_spin_init(&s, 0);
	pthread_spin_lock(&s);
	pthread_spin_destroy(&s); WRONG
}

/* misuse of s: main locks a spinlock that was destroyed */
CASE(spin_lock_destroyed)
{
	pthread_spin_init(&s, 0);
	pthread_spin_destroy(&s);
	pthread_spin_lock(&s); WRONG
}

/* misuse of l: main unlocks a read-write lock that is not locked */
CASE(rwlock_unlock_free)
{
	pthread_rwlock_unlock(&l); WRONG
}

THREAD(unlock_l) { pthread_rwlock_unlock(&l); return NULL; } WRONG
THREAD(rdlock_l) { pthread_rwlock_rdlock(&l); return NULL; }
THREAD(wrlock_l) { pthread_rwlock_wrlock(&l); return NULL; }

/* misuse of l: thread 1 unlocks a read-write lock that main holds: in unlock_l */
CASE(rwlock_unlock_others)
{
	pthread_rwlock_rdlock(&l);
	run(unlock_l);
}

/* misuse of l: thread 1 unlocks a read-write lock that main holds: in unlock_l */
CASE(rwlock_unlock_writers)
{
	pthread_rwlock_wrlock(&l);
	run(unlock_l);
}

/* misuse of l: main locks for writing a read-write lock that it already holds for reading */
CASE(rwlock_upgrade)
{
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_wrlock(&l); WRONG
}

/* misuse of l: main locks for reading a read-write lock that it already holds for writing */
CASE(rwlock_downgrade)
{
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_rdlock(&l); WRONG
}

/* misuse of l: main locks for writing a read-write lock that it already holds for writing */
CASE(rwlock_relock)
{
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_wrlock(&l); WRONG
}

/* verified */
CASE(rwlock_read_twice)
{
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
}

/* misuse of l: main destroys a read-write lock that thread 1 holds */
CASE(rwlock_destroy_read)
{
	run(rdlock_l);
	pthread_rwlock_destroy(&l); WRONG
}

/* misuse of l: main destroys a read-write lock that it holds */
CASE(rwlock_destroy_written)
{
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_destroy(&l); WRONG
}

/* misuse of l: main initialises a read-write lock that thread 1 holds */
CASE(rwlock_init_locked)
{
	run(wrlock_l);
	pthread_rwlock_init(&l, NULL); WRONG
}

/* misuse of l: main locks for reading a read-write lock that was destroyed */
CASE(rwlock_lock_destroyed)
{
	pthread_rwlock_destroy(&l);
	pthread_rwlock_rdlock(&l); WRONG
}

/* misuse of l: main unlocks a read-write lock that was destroyed */
CASE(rwlock_unlock_destroyed)
{
	pthread_rwlock_destroy(&l);
	pthread_rwlock_unlock(&l); WRONG
}

int main(int argc, char **argv)
{
	assert(argc == 2);
	ALL
	return 0;
}
