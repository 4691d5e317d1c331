/* The locks of streams (stream-locks.h). Weak, as in strtok.c. */
#include "memory/plain.h"
#include "io/stream-locks.h"
#include "io/calls.h"
#include "io/streams.h"
#include "libc/also.h"
#include "shadow/shadow.h"
#include "pthread/mutex.h"

#define STREAMS 1024u

static struct lock {
	uint64_t use; /* read by functions that lock during their call, written by other uses of the lock */
	uint64_t stream_state; /* what the lock protects */
	int apart; /* is it used by other than functions that lock during their call? In threads that come before the
		      running one */
	pthread_mutex_t mutex;
} stream_lock[STREAMS] __attribute__((aligned(8)));

/* Indexed by the stream's address, which does not depend on the schedule. If two streams share an entry, only more
 * calls are ordered. */
static struct lock *lock_of(const FILE *file)
{
	return &stream_lock[((uint64_t)file * 0x9e3779b97f4a7c15ul >> 32) % STREAMS];
}

/* Do threads use the lock by other than functions that lock during their call? The shadow finds threads that are not
 * ordered with the running one. */
static int is_used(struct lock *l, enum dr_access how)
{
	l->apart |= how == DR_ACCESS_WRITE;
	return dr_shadow_touch(dr_self, (uint64_t)&l->use, 0xff, 0, how) != 0 || l->apart;
}

/* PTHREAD_MUTEX_RECURSIVE, where libc has it. */
static pthread_mutex_t *mutex_of(struct lock *l)
{
	l->mutex.__data.__kind = PTHREAD_MUTEX_RECURSIVE;
	return &l->mutex;
}

int dr_stream_lock(FILE *file, const void *site)
{
	struct lock *l = lock_of(file);
	if (!dr_self || !is_used(l, DR_ACCESS_READ))
		return 0;
	pthread_mutex_lock(mutex_of(l));
	dr_stream_still_alive(file, site);
	dr_plain_range(&l->stream_state, sizeof l->stream_state, DR_WRITES, site);
	return 1;
}

void dr_stream_unlock(FILE *file)
{
	pthread_mutex_unlock(&lock_of(file)->mutex);
}

void dr_stream_without_lock(FILE *file, const void *site)
{
	struct lock *l = lock_of(file);
	if (!dr_self)
		return;
	dr_stream_alive(file, site);
	is_used(l, DR_ACCESS_WRITE);
	dr_plain_range(&l->stream_state, sizeof l->stream_state, DR_WRITES, site);
}

DR_WAITING_WEAK(void, flockfile, FILE *file)
{
	uint64_t spin = dr_spin_fingerprint();
	struct lock *l = lock_of(file);
	if (!dr_self)
		return;
	dr_stream_alive(file, DR_SITE);
	is_used(l, DR_ACCESS_WRITE);
	dr_mutex_lock(mutex_of(l), spin, DR_SITE);
	dr_stream_still_alive(file, DR_SITE);
}

DR_WAITING_WEAK(int, ftrylockfile, FILE *file)
{
	uint64_t spin = dr_spin_fingerprint();
	struct lock *l = lock_of(file);
	if (!dr_self)
		return 0;
	dr_stream_alive(file, DR_SITE);
	is_used(l, DR_ACCESS_WRITE);
	return dr_mutex_trylock(mutex_of(l), spin, DR_SITE) ? -1 : 0;
}

DEFINE(void, funlockfile, FILE *file)
{
	if (!dr_self)
		return;
	dr_stream_announce(file, DR_SITE);
	dr_stream_alive(file, DR_SITE);
	dr_mutex_unlock(&lock_of(file)->mutex, DR_SITE);
}
