/* The test of a lock in C: of type LOCK, with the functions or macros INIT, ACQUIRE and RELEASE of a pointer to it. */
#include <drista/spec.h>

static void *make(void)
{
	LOCK *lock = malloc(sizeof *lock);
	INIT(lock);
	return lock;
}

static long long lock(void *object, const long long *arguments)
{
	(void)arguments;
	ACQUIRE((LOCK *)object);
	return DRISTA_VOID;
}

static long long unlock(void *object, const long long *arguments)
{
	(void)arguments;
	RELEASE((LOCK *)object);
	return DRISTA_VOID;
}

DRISTA_SPEC
{
	drista_spec_object(make, free);
	drista_spec_is("lock");
	drista_spec_operation("lock", lock, NULL);
	drista_spec_operation("unlock", unlock, NULL);
}
