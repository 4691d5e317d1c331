#include "core/callstack.h"
#include "core/hooks.h"
#include "core/rmw.h"
#include "core/launch.h"
#include "memory/modules.h"
#include "core/schedule.h"
#include "memory/ended-stacks.h"
#include "memory/frames.h"
#include "memory/names.h"
#include "memory/faults.h"
#include "memory/plain.h"
#include "core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct dr_schedule dr_schedule;

struct dr_event test_log[256];
unsigned test_events;
char test_error[512];
struct dr_value *test_given;
int test_failures;

struct dr_thread *dr_self;
struct dr_launch dr_launch;
unsigned dr_arena;
enum dr_visibility dr_visibility;
struct dr_thread dr_thread[DR_THREADS];
static struct dr_name names[80];
static char memory[1 << 16] __attribute__((aligned(256)));
static unsigned chunks;
static jmp_buf failed;

void test_as(unsigned n)
{
	dr_self = &dr_thread[n];
	dr_arena = n;
}

void test_begin(void)
{
	for (unsigned i = 0; i < 80; i++)
		dr_thread[i] = (struct dr_thread){.number = (uint16_t)i, .stack_top = (uint64_t)__builtin_frame_address(0) + 64};
	dr_shadow_recording = 0;
	test_events = 0;
	test_as(0);
}

void test_create(unsigned child)
{
	names[child] = (struct dr_name){dr_self->number, (uint16_t)dr_self->children++, 0};
	dr_shadow_changed(dr_self);
}

void test_join(unsigned n)
{
	dr_self->context.joined |= 1ul << n;
	dr_shadow_changed(dr_self);
}

void test_taint(void)
{
	dr_self->context.tainted = 1;
	dr_shadow_changed(dr_self);
}

void *test_fresh(void)
{
	return memory + 256 * chunks++;
}

const char *test_conflicts(const void *base)
{
	static char text[512];
	char *at = text;
	*at = 0;
	for (unsigned i = 0; i < dr_shadow->conflict_count; i++) {
		const struct dr_atom *a = &dr_shadow->conflicts[i];
		at += sprintf(at, "%s%ld/%u%s", i ? " " : "", (long)(a->address - (uint64_t)base), a->size, a->flags & DR_MIXED ?
			"m" : "");
	}
	dr_shadow->conflict_count = 0;
	return text;
}

int test_fails(void (*access)(void *), void *address, const char *text)
{
	test_error[0] = 0;
	if (!setjmp(failed))
		access(address);
	return strstr(test_error, text) != NULL;
}

void test_says(const char *file, int line, const char *got, const char *wanted)
{
	if (strcmp(got, wanted)) {
		test_failures++;
		printf("%s:%d: \"%s\", not \"%s\"\n", file, line, got, wanted);
	}
}

int dr_wait(struct dr_event *e, int (*can)(const struct dr_event *))
{
	(void)can;
	dr_settle();
	if (test_given)
		e->result = *test_given;
	return test_given != NULL;
}

struct dr_event *dr_recorded(void)
{
	return &test_log[test_events - 1];
}

int dr_stack_is_over(const struct dr_thread *t)
{
	(void)t;
	return 0;
}

void dr_happened(struct dr_event *e)
{
	dr_settle();
	test_log[test_events] = *e;
	test_log[test_events].thread = dr_self ? dr_self->number : 0;
	test_log[test_events].stack = dr_callstack(dr_self);
	if (e->kind == DR_LOAD || e->kind == DR_RMW || e->kind == DR_PLAIN_READ)
		test_taint();
	if (!(e->kind == DR_LOAD || (e->kind == DR_RMW && !dr_rmw_changes(e))))
		dr_self->stores++;
	test_events++;
}

void dr_give_way(void) {}
void dr_yield(void)
{
}

void dr_stop(enum dr_status status)
{
	printf("stopped: %d\n", status);
	exit(2);
}

void dr_fatal(const char *message)
{
	puts(message);
	exit(2);
}

void dr_error(enum dr_error kind, uint64_t address, const void *site, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	(void)kind, (void)address, (void)site;
	vsnprintf(test_error, sizeof test_error, format, list);
	va_end(list);
	longjmp(failed, 1);
}

void dr_unsupported(const char *name)
{
	snprintf(test_error, sizeof test_error, "%s", name);
	longjmp(failed, 1);
}

uint32_t dr_stack_intern(uint64_t pc, uint32_t parent)
{
	return (uint32_t)(pc * 100 + parent);
}

struct dr_call dr_call_with(uint64_t address, struct dr_call last)
{
	(void)address;
	return last;
}
int dr_call_is_over(uint64_t address, struct dr_call call)
{
	(void)address;
	(void)call;
	return 0;
}
void dr_names_add(const struct dr_event *e) { (void)e; }
int dr_ended_stack_access(struct dr_thread *t, uint64_t address, size_t size, int write, int by, const void *site)
{
	(void)t, (void)address, (void)size, (void)write, (void)by, (void)site;
	return 0;
}

void dr_ended_stack_atomic(struct dr_thread *t, uint64_t address, size_t size, const char *does, const void *site)
{
	(void)t, (void)address, (void)size, (void)does, (void)site;
}

uint64_t dr_stack_entry(uint32_t stack, uint32_t *parent)
{
	*parent = 0;
	return stack / 100;
}

struct dr_name dr_thread_name(unsigned number)
{
	return names[number];
}

/* modules.c: no loader's memory. */
uint64_t dr_loader_from, dr_loader_to;

/* No atomic has an expression. */
void dr_symbolic_atomic_reads(const struct dr_event *e)
{
	(void)e;
}
void dr_symbolic_atomic_writes(const struct dr_event *e)
{
	(void)e;
}
void dr_symbolic_atomic_wrote(const struct dr_event *e)
{
	(void)e;
}

static uint64_t plain_reads(const struct dr_event *e)
{
	(void)e;
	return 0;
}
static void gives(uint64_t object, uint32_t size, uint64_t name)
{
	(void)object;
	(void)size;
	(void)name;
}

/* memory/faults.c: no allocation fails. */
int dr_memory_fails(int of_cxx, const void *site, const char *format, ...)
{
	(void)of_cxx, (void)site, (void)format;
	return 0;
}

const char *dr_thread_text(const struct dr_thread *t, char text[16])
{
	snprintf(text, 16, "thread %u", t ? t->number : 0);
	return text;
}

_Noreturn void dr_unsupported_at(const char *name, const void *site)
{
	(void)site;
	dr_unsupported(name);
	longjmp(failed, 1);
}

_Noreturn void dr_stack_overflow(uint64_t address, const void *site)
{
	(void)address, (void)site;
	snprintf(test_error, sizeof test_error, "stack overflow");
	longjmp(failed, 1);
}

int dr_stack_is_below(unsigned number, uint64_t address, uint64_t sp)
{
	(void)number, (void)address, (void)sp;
	return 0;
}

void dr_writes_announced(void)
{
}

void dr_writes_settled(void)
{
}

void dr_settle_now(void)
{
	dr_promoted_settle(dr_self);
}

/* There are no inputs. */
static void accesses(const void *at, size_t size, int write, const void *site)
{
	(void)at, (void)size, (void)write, (void)site;
}
static void moves(const void *to, const void *from, size_t size) { (void)to, (void)from, (void)size; }

const struct dr_hooks dr_hooks = {
	.accesses = accesses,
	.moves = moves,
	.plain_reads = plain_reads,
	.gives = gives,
	.patches = dr_promoted_patch,
	.plain_writes = dr_symbolic_atomic_writes,
};
