/*
 * One partial order of events (`drista run --opt 1`, 2), without a lock. The schedule consists of sections; each thread
 * has a sequence of records in each. A record waits until other threads have performed so many of theirs. Nothing else
 * orders events, so the objects of the program are left alone: what they would do is implied by the order.
 *
 * src/safe/needs.ts says which records wait for which, and why that is enough. The first record of each thread
 * in a section waits for all that comes before the section.
 */
#define _GNU_SOURCE
#include "safe-schedule/order.h"
#include "safe-schedule/enforce.h"
#include "safe-schedule/trace.h"

#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A section: what comes after it, how many sections may, their numbers; by thread: where its records begin, how many
 * there are, the event before which it waits for ever (DR_NONE: not known); the records. */
enum { THEN, TARGETS, FIRST_TARGET };
enum { ENDS, AGAIN, GOES_ON, CHOICE };
enum { BEGINS, COUNT, LAST_WAIT, THREAD_WORDS };
/* A record: the event (DR_NONE: the end of a wait at a barrier), is its value known, the value, how many needs, and
 * these: a thread, and how many records of it from the beginning of the section on. */
enum { EVENT, KNOWN, VALUE, NEEDS, FIRST_NEED };

/*
 * A thread that waits looks again, then lets others run on its processor, and then sleeps, since waking takes long. If
 * another program gets the processor, it keeps it for long. A thread does not let others run for a while then, and for
 * twice as long each time this happens again.
 */
#define LOOKS 100
#define YIELDS 32
#define LONG_YIELD 200000 /* ns */
#define FEWEST_WAITS 64
#define MAX_WAITS 65536

/* By thread: how many records it has performed, which only it changes. */
static struct progress {
	uint64_t performed;
	uint64_t wanted; /* the complement of the least number that somebody sleeps for; 0: nobody does */
	uint32_t changed; /* a futex */
} __attribute__((aligned(128))) progress[DR_MAX_THREADS];

/* By thread: the next section for it, which a choice has decided. */
static struct post {
	uint32_t number; /* of posts so far; a futex */
	uint32_t section;
} __attribute__((aligned(64))) posts[DR_MAX_THREADS];
/* By thread: the records before the section that was posted last. It is written when all threads that read it have
 * performed the records for which they did. */
static uint64_t posted_base[DR_MAX_THREADS];

/* Where a thread is. */
static struct place {
	const uint32_t *section; /* NULL: it waits for a post */
	const uint32_t *record; /* the next one, if any are left */
	uint32_t left;
	uint32_t read; /* posts */
	uint8_t enters; /* the next record is its first one in the section */
	uint32_t avoid, avoided; /* waits in which it does not let others run; how many these were the last time */
	uint64_t *base; /* by thread: the records before the section, in this round */
} __attribute__((aligned(64))) places[DR_MAX_THREADS];

static const uint32_t *word(uint32_t number)
{
	return (const uint32_t *)dr_words + number;
}

static const uint32_t *section_of(uint32_t number)
{
	const uint32_t *index = word(sizeof *dr_words / 4 + 2 * dr_words->threads + 5 * dr_words->events);
	return word(index[number]);
}

static const uint32_t *about(const uint32_t *section, uint32_t thread)
{
	return section + FIRST_TARGET + section[TARGETS] + THREAD_WORDS * thread;
}

static void sleep_on(uint32_t *futex, uint32_t value)
{
	syscall(SYS_futex, futex, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

static void wake_all(uint32_t *futex)
{
	syscall(SYS_futex, futex, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 0x7fffffff, NULL, NULL, 0);
}

static int has(const struct progress *p, uint64_t count)
{
	return __atomic_load_n(&p->performed, __ATOMIC_SEQ_CST) >= count;
}

/* Who lowers `wanted` reads `changed` before, and `performed` afterwards. So either it sees what was performed, or
 * whoever performs it sees `wanted` and changes `changed`. */
static void sleep_until(struct progress *p, uint64_t count)
{
	while (!has(p, count)) {
		uint32_t changed = __atomic_load_n(&p->changed, __ATOMIC_SEQ_CST);
		uint64_t before = __atomic_load_n(&p->wanted, __ATOMIC_SEQ_CST);
		while (before < ~count && !__atomic_compare_exchange_n(
						  &p->wanted, &before, ~count, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
			;
		if (!has(p, count))
			sleep_on(&p->changed, changed);
	}
}

static uint64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Does the thread perform so many records while this one lets others run? */
static int came_while_others_ran(const struct progress *p, uint64_t count)
{
	struct place *me = &places[dr_me];
	if (me->avoid) {
		me->avoid--;
		return 0;
	}
	uint64_t before = now();
	for (int i = 0; i < YIELDS; i++) {
		syscall(SYS_sched_yield);
		uint64_t after = now();
		if (after - before > LONG_YIELD) {
			me->avoided = me->avoided ? 2 * me->avoided : FEWEST_WAITS;
			if (me->avoided > MAX_WAITS)
				me->avoided = MAX_WAITS;
			me->avoid = me->avoided;
			return has(p, count);
		}
		if (has(p, count)) {
			me->avoided /= 2;
			return 1;
		}
		before = after;
	}
	return 0;
}

static void await(uint32_t thread, uint64_t count, int *waits)
{
	struct progress *p = &progress[thread];
	if (__atomic_load_n(&p->performed, __ATOMIC_ACQUIRE) >= count)
		return;
	*waits = 1;
	for (int i = 0; i < LOOKS; i++) {
#ifdef __x86_64__
		__builtin_ia32_pause();
#endif
		if (has(p, count))
			return;
	}
	if (!came_while_others_ran(p, count))
		sleep_until(p, count);
}

static void perform(void)
{
	struct progress *p = &progress[dr_me];
	uint64_t performed = p->performed + 1;
	__atomic_store_n(&p->performed, performed, __ATOMIC_SEQ_CST);
	uint64_t wanted = __atomic_load_n(&p->wanted, __ATOMIC_SEQ_CST);
	if (!wanted || performed < ~wanted)
		return;
	__atomic_store_n(&p->wanted, 0, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&p->changed, 1, __ATOMIC_SEQ_CST);
	wake_all(&p->changed);
}

static void enter(struct place *p, const uint32_t *section)
{
	const uint32_t *mine = about(section, dr_me);
	p->section = section;
	p->record = word(mine[BEGINS]);
	p->left = mine[COUNT];
	p->enters = 1;
}

static void pass(struct place *p)
{
	for (uint32_t t = 0; t <= dr_words->threads; t++)
		p->base[t] += about(p->section, t)[COUNT];
}

static void receive(struct place *p)
{
	struct post *post = &posts[dr_me];
	while (__atomic_load_n(&post->number, __ATOMIC_ACQUIRE) == p->read)
		sleep_on(&post->number, p->read);
	p->read++;
	for (uint32_t t = 0; t <= dr_words->threads; t++)
		p->base[t] = posted_base[t];
	enter(p, section_of(post->section));
}

/* The last event of the section has chosen the next one. */
static void choose(struct place *p, uint32_t input)
{
	uint32_t number = p->section[FIRST_TARGET + (input < p->section[TARGETS] ? input : 0)];
	const uint32_t *section = section_of(number);
	pass(p);
	for (uint32_t t = 0; t <= dr_words->threads; t++)
		posted_base[t] = p->base[t];
	enter(p, section);
	for (uint32_t t = 0; t <= dr_words->threads; t++) {
		/* Who has no record in it does not read the post before the next one, unless there is none. */
		if (t == dr_me || (section[THEN] == CHOICE && !about(section, t)[COUNT]))
			continue;
		posts[t].section = number;
		__atomic_fetch_add(&posts[t].number, 1, __ATOMIC_RELEASE);
		wake_all(&posts[t].number);
	}
}

/* The next record of the running thread; NULL: it has none for ever. */
static const uint32_t *next_record(struct place *p)
{
	if (!p->base) {
		p->base = calloc(dr_words->threads + 1, sizeof *p->base);
		if (!p->base)
			return NULL;
		const uint32_t *first = section_of(0);
		if (first[THEN] != CHOICE || about(first, dr_me)[COUNT])
			enter(p, first);
	}
	for (;;) {
		if (!p->section)
			receive(p);
		if (p->left)
			return p->record;
		switch (p->section[THEN]) {
		case AGAIN:
			if (!about(p->section, dr_me)[COUNT])
				return NULL;
			pass(p);
			enter(p, p->section);
			p->enters = 0;
			break;
		case GOES_ON:
			pass(p);
			enter(p, section_of(p->section[FIRST_TARGET]));
			break;
		case CHOICE: p->section = NULL; break;
		default: return NULL;
		}
	}
}

static void stay(const struct place *p, const struct dr_enforced *e)
{
	uint32_t expected = p->section ? about(p->section, dr_me)[LAST_WAIT] : DR_NONE;
	if (expected == DR_NONE || !dr_is_event(e, expected))
		dr_unknown(dr_name_of(e->kind), e->site);
	for (uint32_t never = 0;;)
		sleep_on(&never, 0);
}

static void await_needs(struct place *p, const uint32_t *record)
{
	int waits = 0;
	uint64_t began = dr_words->flags & DR_STATISTICS ? now() : 0;
	for (uint32_t t = 0; p->enters && t <= dr_words->threads; t++)
		await(t, p->base[t], &waits);
	p->enters = 0;
	for (uint32_t i = 0; i < record[NEEDS]; i++) {
		const uint32_t *need = record + FIRST_NEED + 2 * i;
		await(need[0], p->base[need[0]] + (uint64_t)(int64_t)(int32_t)need[1], &waits);
	}
	if (waits)
		dr_waited(began ? now() - began : 0);
}

int dr_order_admit(struct dr_enforced *e)
{
	struct place *p = &places[dr_me];
	const uint32_t *record = next_record(p);
	if (!record)
		stay(p, e);
	if (record[EVENT] == DR_NONE || !dr_is_event(e, record[EVENT]))
		dr_unknown(dr_name_of(e->kind), e->site);
	await_needs(p, record);
	e->known = record[KNOWN] != 0;
	e->value = record[VALUE];
	e->ordered = 1;
	return 1;
}

void dr_order_done(uint32_t input)
{
	struct place *p = &places[dr_me];
	if (p->record[EVENT] != DR_NONE)
		dr_trace(p->record[EVENT], input);
	p->record += FIRST_NEED + 2 * p->record[NEEDS];
	p->left--;
	perform();
	if (!p->left && p->section[THEN] == CHOICE && about(p->section, dr_me)[LAST_WAIT] == DR_CHOOSES)
		choose(p, input);
}

void dr_order_leave(void)
{
	struct place *p = &places[dr_me];
	const uint32_t *record = next_record(p);
	if (!record || record[EVENT] != DR_NONE)
		dr_unknown("leaving a barrier", NULL);
	await_needs(p, record);
	dr_order_done(0);
}
