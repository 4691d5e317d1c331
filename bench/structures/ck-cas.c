/* The lock by compare-and-swap of Concurrency Kit. */
#include <ck_spinlock.h>
#include <drista/spec.h>

static void *make(void)
{
	ck_spinlock_cas_t *lock = malloc(sizeof *lock);
	ck_spinlock_cas_init(lock);
	return lock;
}

static long long lock(void *object, const long long *arguments)
{
	(void)arguments;
	ck_spinlock_cas_lock(object);
	return DRISTA_VOID;
}

static long long unlock(void *object, const long long *arguments)
{
	(void)arguments;
	ck_spinlock_cas_unlock(object);
	return DRISTA_VOID;
}

DRISTA_SPEC
{
	drista_spec_object(make, free);
	drista_spec_is("lock");
	drista_spec_operation("lock", lock, NULL);
	drista_spec_operation("unlock", unlock, NULL);
}
