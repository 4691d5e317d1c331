// Concurrency Kit: two threads count under a spinlock. -DTICKET: a ticket lock; else one that exchanges.
// -DBUG: they count when they have unlocked it.
#include <assert.h>
#include <ck_spinlock.h>
#include <pthread.h>

#ifdef TICKET
static ck_spinlock_ticket_t lock = CK_SPINLOCK_TICKET_INITIALIZER;
#define LOCK ck_spinlock_ticket_lock
#define UNLOCK ck_spinlock_ticket_unlock
#else
static ck_spinlock_fas_t lock = CK_SPINLOCK_FAS_INITIALIZER;
#define LOCK ck_spinlock_fas_lock
#define UNLOCK ck_spinlock_fas_unlock
#endif

static int count;

static void *counter(void *unused)
{
	LOCK(&lock);
#ifdef BUG
	UNLOCK(&lock);
	count++;
#else
	count++;
	UNLOCK(&lock);
#endif
	return unused;
}

int main(void)
{
	pthread_t other;
	pthread_create(&other, 0, counter, 0);
	counter(0);
	pthread_join(other, 0);
	assert(count == 2);
	return 0;
}
