/*
 * Weak compare-exchanges that the compiler's instrumentation does not tell from strong ones. The calls are inserted by
 * runtime/pass/weak.h.
 */
#include "atomic/atomic.h"

DR_EXPORT void __drista_weak(uint64_t object);
DR_EXPORT int __drista_failed_spuriously(void);

/* The compare-exchange of the object that comes next is a weak one. */
void __drista_weak(uint64_t object)
{
	if (dr_self)
		dr_self->atomic.weak = object;
}

int dr_atomic_is_weak(uint64_t object)
{
	if (!dr_self)
		return 0;
	int weak = dr_self->atomic.weak == object;
	dr_self->atomic.weak = 0;
	return weak;
}

int dr_atomic_failed(void)
{
	return dr_self && dr_self->atomic.failed;
}

/* Has that compare-exchange failed spuriously? Its result says that it has succeeded. */
int __drista_failed_spuriously(void)
{
	return dr_atomic_failed();
}
