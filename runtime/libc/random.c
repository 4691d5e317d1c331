/*
 * Random numbers are the same in every run, and those of a thread do not depend on other threads: each has its own
 * sequence, whose seed follows from its creator's state.
 */
#include "memory/plain.h"
#include "core/hooks.h"
#include "memory/interposed.h"
#include "libc/random.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

static struct sequence {
	uint64_t state;
	char *array; /* the array that the state is of (initstate); NULL: none */
	uint64_t kept; /* the state of none, while it is of an array */
} sequence[DR_THREADS];

static struct sequence *own(void)
{
	return &sequence[dr_self ? dr_self->number : 0]; /* before main: main's */
}

static uint64_t mix(uint64_t z) /* splitmix64 */
{
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ul;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebul;
	return z ^ (z >> 31);
}

uint64_t dr_random_next(void)
{
	dr_changed();
	return mix(own()->state += 0x9e3779b97f4a7c15ul);
}

static void seed(uint64_t value)
{
	dr_changed();
	own()->state = value;
}

void dr_random_created(unsigned number)
{
	sequence[number].state = mix(own()->state + number);
}

unsigned dr_random_state(uint64_t word[DR_STATE_WORDS])
{
	const struct sequence *s = own();
	word[0] = s->state;
	word[1] = (uint64_t)s->array;
	word[2] = s->kept;
	return 3;
}

void dr_random_bytes(void *to, size_t size)
{
	for (uint8_t *at = to; size; at++, size--)
		*at = (uint8_t)dr_random_next();
}

static void fill(void *to, size_t size, const void *site)
{
	dr_plain_range(to, size, 1, site);
	dr_random_bytes(to, size);
}

int dr_random_file(int number)
{
	struct stat s;
	if (dr_kernel(SYS_fstat, number, (long)&s, 0, 0, 0, 0) != 0 || !S_ISCHR(s.st_mode))
		return 0;
	return s.st_rdev == makedev(1, 8) || s.st_rdev == makedev(1, 9);
}

DR_EXPORT int rand(void)
{
	return (int)(dr_random_next() >> 33);
}
DR_EXPORT void srand(unsigned value)
{
	seed(value);
}
DR_EXPORT long random(void)
{
	return (long)(dr_random_next() >> 33);
}
DR_EXPORT void srandom(unsigned value)
{
	seed(value);
}

/*
 * initstate and setstate (POSIX.1-2017): the thread's state goes to the array that it was of, or to `kept` where
 * the program had given none. Returns that array.
 */
static char *leave_array(const void *site)
{
	struct sequence *s = own();
	if (!s->array) {
		s->kept = s->state;
		return (char *)&s->kept;
	}
	dr_writes(s->array, &s->state, sizeof s->state, site);
	return s->array;
}

WEAK char *initstate(unsigned value, char *array, size_t size);
char *initstate(unsigned value, char *array, size_t size)
{
	size_t used = dr_random_array_size(size);
	if (!used) {
		errno = EINVAL;
		return NULL;
	}
	char *before = leave_array(DR_SITE);
	dr_plain_range(array, used, DR_WRITES, DR_SITE);
	own()->array = array;
	seed(value);
	return before;
}

WEAK char *setstate(char *array);
char *setstate(char *array)
{
	struct sequence *s = own();
	char *before = leave_array(DR_SITE);
	int is_first = array == (char *)&s->kept;
	if (!is_first)
		dr_plain_range(array, sizeof s->state, DR_READS, DR_SITE);
	s->array = is_first ? NULL : array;
	uint64_t value;
	dr_raw_memcpy(&value, array, sizeof value);
	seed(value);
	return before;
}

DR_EXPORT ssize_t getrandom(void *to, size_t size, unsigned flags)
{
	(void)flags;
	fill(to, size, DR_SITE);
	return (ssize_t)size;
}

DR_EXPORT int getentropy(void *to, size_t size)
{
	fill(to, size, DR_SITE);
	return 0;
}

/* Headers of older versions of libc do not declare them. */
DR_EXPORT uint32_t dr_arc4random(void) __asm__("arc4random");
DR_EXPORT uint32_t dr_arc4random_uniform(uint32_t) __asm__("arc4random_uniform");
DR_EXPORT void dr_arc4random_buf(void *, size_t) __asm__("arc4random_buf");

uint32_t dr_arc4random(void)
{
	return (uint32_t)(dr_random_next() >> 32);
}
uint32_t dr_arc4random_uniform(uint32_t bound)
{
	return bound ? (uint32_t)(dr_random_next() >> 32) % bound : 0;
}
void dr_arc4random_buf(void *to, size_t size)
{
	fill(to, size, DR_SITE);
}
