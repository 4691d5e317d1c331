/* The mutex of nsync. */
#include <nsync.h>
#include <drista/spec.h>

static void *make(void)
{
	nsync_mu *mu = malloc(sizeof *mu);
	nsync_mu_init(mu);
	return mu;
}

static long long lock(void *object, const long long *arguments)
{
	(void)arguments;
	nsync_mu_lock(object);
	return DRISTA_VOID;
}

static long long unlock(void *object, const long long *arguments)
{
	(void)arguments;
	nsync_mu_unlock(object);
	return DRISTA_VOID;
}

DRISTA_SPEC
{
	drista_spec_object(make, free);
	drista_spec_is("lock");
	drista_spec_operation("lock", lock, NULL);
	drista_spec_operation("unlock", unlock, NULL);
}
