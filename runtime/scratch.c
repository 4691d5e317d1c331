/* Memory for what libc makes before it is the program's (libc.h). */
#include "libc.h"

#include <sys/mman.h>

#define MOST (1ul << 30)

static char small[DR_SCRATCH];

void *dr_scratch(size_t *size)
{
	if (*size <= sizeof small)
		return small;
	if (*size > MOST)
		*size = MOST;
	void *p = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		dr_fatal("no memory for a large buffer");
	return p;
}

void dr_scratch_done(void *scratch, size_t size)
{
	if (scratch != small)
		munmap(scratch, size);
}
