/* Memory that may have become inaccessible (readable.h). */
#include "core/readable.h"

#include <errno.h>
#include <sys/syscall.h>

#define GONE 0xa5a5a5a5a5a5a5a5ul

int dr_memory_goes;

/* Tested by a system call that reads a path there. */
int dr_readable(uint64_t address)
{
	return dr_kernel(SYS_access, (long)address, 0, 0, 0, 0, 0) != -EFAULT;
}

struct dr_value dr_peek_any(uint64_t address, uint32_t size)
{
	if (!dr_memory_goes || dr_readable(address))
		return dr_peek(address, size);
	return (struct dr_value){GONE >> (size < 8 ? 64 - 8 * size : 0), 0};
}
