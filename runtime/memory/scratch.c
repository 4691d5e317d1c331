/* Memory for results of libc or the kernel (scratch.h). */
#include "memory/scratch.h"
#include "core/internal.h"

#include <sys/mman.h>

#define THREADS 16u
#define MAX_SIZE (1ul << 30)

/* For the first threads, since a run in the server's process cannot map memory. That of other threads is mapped at the
 * first use. */
static char small[THREADS][DR_SCRATCH];
static char *more[DR_THREADS];

static void *map(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		dr_fatal("no memory for a large buffer");
	return p;
}

void *dr_scratch(size_t *size)
{
	unsigned number = dr_self ? dr_self->number : 0;
	if (*size > DR_SCRATCH)
		return map(*size < MAX_SIZE ? *size : (*size = MAX_SIZE));
	if (number < THREADS)
		return small[number];
	if (!more[number])
		more[number] = map(DR_SCRATCH);
	return more[number];
}

void dr_scratch_done(void *scratch, size_t size)
{
	if (size > DR_SCRATCH)
		munmap(scratch, size);
}
