/*
 * Attributes that a program sets for its threads and may query: names, scheduling policies and priorities, processors
 * (POSIX.1-2017 pthread_setschedparam; pthread_setname_np(3), pthread_setaffinity_np(3)). All threads are one kernel
 * thread, and these attributes have no influence on the order in which they run. So the runtime only stores them.
 */
#include "pthread/life.h"
#include "memory/plain.h"
#include "pthread/calls.h"
#include "fiber/fiber.h"
#include "prim/real.h"
#include "symbolic/symbolic.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#define PROCESSORS 2
#define NAME 16 /* including the terminating zero, as in the kernel */

struct attributes {
	uint8_t known; /* 0: the attributes are those of its creator */
	uint8_t processors; /* bit n: it may run on processor n */
	int policy, priority;
	char name[NAME];
};

static struct attributes attributes[DR_THREADS];

static unsigned self(void)
{
	return dr_self ? dr_self->number : 0;
}

/* Sets *number to that of the thread. Returns 0 if the id names no thread; before main there is only main. */
static int find(pthread_t id, unsigned *number)
{
	const struct dr_thread *t = dr_thread_of(id);
	*number = t ? t->number : 0;
	return t || !dr_self;
}

static int set_name(struct attributes *s, const char *name, const void *site)
{
	size_t length = dr_symbolic_length((const uint8_t *)name, SIZE_MAX, site);
	dr_plain_range(name, length + 1, DR_READS, site);
	if (length >= NAME)
		return ERANGE;
	dr_copy(s->name, name, length + 1);
	dr_symbolic_move(s->name, name, length + 1);
	return 0;
}

static const struct attributes *first(void)
{
	static struct attributes s = {.processors = (1 << PROCESSORS) - 1, .policy = SCHED_OTHER};
	if (!s.name[0])
		for (size_t i = 0; i + 1 < NAME; i++)
			if (!(s.name[i] = program_invocation_short_name[i]))
				break;
	return &s;
}

/* The thread's attributes, or those of the nearest ancestor that has some: attributes are inherited. */
static const struct attributes *of(unsigned number)
{
	while (!attributes[number].known && number)
		number = dr_thread_name(number).creator;
	return attributes[number].known ? &attributes[number] : first();
}

static struct attributes *change(unsigned number)
{
	const struct attributes *from = of(number);
	dr_changed();
	attributes[number] = *from;
	dr_symbolic_move(attributes[number].name, from->name, NAME);
	attributes[number].known = 1;
	return &attributes[number];
}

static int failed(int error)
{
	if (!error)
		return 0;
	errno = error;
	return -1;
}

/* Names. */

DR_EXPORT int pthread_setname_np(pthread_t id, const char *name)
{
	unsigned number;
	return find(id, &number) ? set_name(change(number), name, DR_SITE) : ESRCH;
}

DR_EXPORT int pthread_getname_np(pthread_t id, char *out, size_t room)
{
	unsigned number;
	if (!find(id, &number))
		return ESRCH;
	const char *name = of(number)->name;
	size_t size = dr_symbolic_length((const uint8_t *)name, SIZE_MAX, DR_SITE) + 1;
	if (room < size)
		return ERANGE;
	dr_plain_range(out, size, DR_WRITES, DR_SITE);
	dr_copy(out, name, size);
	dr_symbolic_move(out, name, size);
	return 0;
}

/* Priorities. */

static int priority_of(const struct sched_param *p, const void *site)
{
	dr_plain_range(p, sizeof *p, DR_READS, site);
	return p->sched_priority;
}

static int set_priority(unsigned number, int policy, int priority)
{
	struct attributes *s = change(number);
	s->policy = policy;
	s->priority = priority;
	return 0;
}

static void get_priority(unsigned number, struct sched_param *out, const void *site)
{
	dr_plain_range(out, sizeof *out, DR_WRITES, site);
	*out = (struct sched_param){.sched_priority = of(number)->priority};
}

DR_EXPORT int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *p)
{
	unsigned number;
	return find(id, &number) ? set_priority(number, policy, priority_of(p, DR_SITE)) : ESRCH;
}

DR_EXPORT int pthread_setschedprio(pthread_t id, int priority)
{
	unsigned number;
	return find(id, &number) ? set_priority(number, of(number)->policy, priority) : ESRCH;
}

DR_EXPORT int pthread_getschedparam(pthread_t id, int *policy, struct sched_param *out)
{
	unsigned number;
	if (!find(id, &number))
		return ESRCH;
	dr_plain_range(policy, sizeof *policy, DR_WRITES, DR_SITE);
	*policy = of(number)->policy;
	get_priority(number, out, DR_SITE);
	return 0;
}

/* The thread whose gettid is the id; the running one for all other ids, including 0. */
static unsigned with_id(pid_t id)
{
	unsigned number = (unsigned)id - DR_FIRST_ID;
	return number < DR_THREADS ? number : self();
}

DR_EXPORT int sched_setscheduler(pid_t id, int policy, const struct sched_param *p)
{
	return set_priority(with_id(id), policy, priority_of(p, DR_SITE));
}

DR_EXPORT int sched_setparam(pid_t id, const struct sched_param *p)
{
	unsigned number = with_id(id);
	return set_priority(number, of(number)->policy, priority_of(p, DR_SITE));
}

DR_EXPORT int sched_getscheduler(pid_t id)
{
	return of(with_id(id))->policy;
}

DR_EXPORT int sched_getparam(pid_t id, struct sched_param *out)
{
	get_priority(with_id(id), out, DR_SITE);
	return 0;
}

/* Processors. */

static int set_processors(unsigned number, size_t size, const cpu_set_t *set, const void *site)
{
	dr_plain_range(set, size, DR_READS, site);
	uint8_t wanted = size ? *(const uint8_t *)set & ((1 << PROCESSORS) - 1) : 0;
	if (!wanted)
		return EINVAL;
	change(number)->processors = wanted;
	return 0;
}

static int get_processors(unsigned number, size_t size, cpu_set_t *set, const void *site)
{
	uint8_t *to = (uint8_t *)set;
	if (size < sizeof(unsigned long))
		return EINVAL;
	dr_plain_range(set, size, DR_WRITES, site);
	to[0] = of(number)->processors;
	for (size_t i = 1; i < size; i++)
		to[i] = 0;
	return 0;
}

DR_EXPORT int pthread_setaffinity_np(pthread_t id, size_t size, const cpu_set_t *set)
{
	unsigned number;
	return find(id, &number) ? set_processors(number, size, set, DR_SITE) : ESRCH;
}

DR_EXPORT int pthread_getaffinity_np(pthread_t id, size_t size, cpu_set_t *set)
{
	unsigned number;
	return find(id, &number) ? get_processors(number, size, set, DR_SITE) : ESRCH;
}

DR_EXPORT int sched_setaffinity(pid_t id, size_t size, const cpu_set_t *set)
{
	return failed(set_processors(with_id(id), size, set, DR_SITE));
}

DR_EXPORT int sched_getaffinity(pid_t id, size_t size, cpu_set_t *set)
{
	return failed(get_processors(with_id(id), size, set, DR_SITE));
}

/* The first processor on which the running thread may run. */
static int processor(void)
{
	return __builtin_ctz(of(self())->processors);
}

/* Weak: a program may have functions of these names (strtok.c). */
#define WEAK DR_EXPORT __attribute__((weak))

WEAK int sched_getcpu(void)
{
	return processor();
}
WEAK int get_nprocs(void)
{
	return PROCESSORS;
}
WEAK int get_nprocs_conf(void)
{
	return PROCESSORS;
}

WEAK int getcpu(unsigned *out, unsigned *node)
{
	if (out) {
		dr_plain_range(out, sizeof *out, DR_WRITES, DR_SITE);
		*out = (unsigned)processor();
	}
	if (node) {
		dr_plain_range(node, sizeof *node, DR_WRITES, DR_SITE);
		*node = 0;
	}
	return 0;
}

WEAK long sysconf(int name)
{
	if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)
		return PROCESSORS;
	return dr_real.sysconf(name);
}
