/* Files as data that threads share (cells.h). */
#define DRISTA_DEFINES_KERNEL
#include "prim/digest.h"
#include "io/cells.h"
#include "io/crash.h"
#include "io/file-table.h"
#include "fiber/fiber.h"
#include "core/log.h"
#include "shadow/conflict.h"

#include <string.h>
#include <sys/syscall.h>

#define CELLS 32768u /* a page is touched only where a cell in it is used */
#define THREADS 64u
#define OFFSETS 16u
#define LATEST 8u

static struct dr_channel name_cell[CELLS], contents_cell[CELLS], offset_cell[THREADS * OFFSETS];
static uint64_t seen_by[DR_THREADS];
struct dr_channel dr_folders, dr_working_folder, dr_mask, dr_linked;

struct dr_channel *dr_cell_of(const char *name, int contents)
{
	uint64_t digest = 0;
	for (; *name; name++)
		digest = dr_digest(digest, (uint8_t)*name);
	return (contents ? contents_cell : name_cell) + digest % CELLS;
}

struct dr_channel *dr_cell_of_offset(unsigned thread, unsigned n)
{
	return &offset_cell[thread % THREADS * OFFSETS + n % OFFSETS];
}

int dr_use_has(const struct dr_use *u, const struct dr_channel *c)
{
	for (unsigned i = 0; i < u->count; i++)
		if (u->of[i].cell == c)
			return 1;
	return 0;
}

/* Is it of a name, or of the contents of files? */
static int is_of_files(const struct dr_channel *c)
{
	return (c >= name_cell && c < name_cell + CELLS) || (c >= contents_cell && c < contents_cell + CELLS) ||
	       c == &dr_linked;
}

void dr_use_of(struct dr_use *u, struct dr_channel *c, int write, int changes)
{
	if (!dr_self || !c)
		return;
	if ((write && is_of_files(c)) || (changes && c == &dr_folders))
		dr_crash_use(u);
	if (dr_shadow_touch(dr_self, (uint64_t)&c->state, 0xff, 0, write ? DR_ACCESS_WRITE : DR_ACCESS_READ))
		dr_call_on(&u->call, c);
	for (unsigned i = 0; i < u->count; i++)
		if (u->of[i].cell == c) {
			u->of[i].changes |= changes;
			return;
		}
	if (u->count == DR_USE_CELLS)
		dr_unsupported("a call on so many files");
	u->of[u->count].cell = c;
	u->of[u->count++].changes = changes;
}

/* Promotes the call's cells, so that the call is a sequence of events in the next runs, and ends this one. */
static _Noreturn void promote(const struct dr_use *u)
{
	for (unsigned i = 0; i < u->count; i++)
		dr_shadow_report((uint64_t)&u->of[i].cell->state, sizeof u->of[i].cell->state, 0);
	dr_stop(DR_CUT);
}

/* Does the thread repeat the call in the same state? Then it does so for ever unless another thread changes
 * something. */
static int waits_here(const struct dr_use *u)
{
	static struct {
		uint64_t spin[LATEST];
		unsigned next;
	} last[DR_THREADS];
	unsigned n = dr_self->number;
	uint64_t spin = u->call.spin;
	if (!spin || dr_standalone || (n == 0 && dr_self->children == 0))
		return 0;
	for (unsigned i = 0; i < LATEST; i++)
		if (last[n].spin[i] == spin)
			return 1;
	last[n].spin[last[n].next++ % LATEST] = spin;
	return 0;
}

void dr_use_begin(struct dr_use *u)
{
	if (!dr_self)
		return;
	if (u->count && !u->call.count && waits_here(u))
		promote(u);
	dr_call_begin(&u->call);
	dr_crash_before(u);
}

/* snprintf would use the scratch memory, which holds what was read. */
static void link_of(int file, char link[32])
{
	static const char folder[] = "/proc/self/fd/";
	char digit[12];
	size_t n = 0, at = sizeof folder - 1;
	dr_copy(link, folder, at);
	do
		digit[n++] = (char)('0' + file % 10);
	while (file /= 10);
	while (n)
		link[at++] = digit[--n];
	link[at] = 0;
}

/* The name of the call and, in a second line, the path of its file, for messages. The path is left out where there is
 * none, or little room. */
static uint32_t text_of(const struct dr_call *call)
{
	char link[32], text[512];
	size_t at = strlen(call->name);
	if (call->file < 0 || at >= 64 || dr_log->strings > DR_STRINGS / 2)
		return dr_text(call->name);
	dr_copy(text, call->name, at + 1);
	link_of(call->file, link);
	long n = dr_kernel(SYS_readlink, (long)link, (long)text + (long)at + 1, (long)(sizeof text - at - 2), 0, 0, 0);
	if (n > 0) {
		text[at] = '\n';
		text[at + 1 + (size_t)n] = 0;
	}
	return dr_text(text);
}

/* What a thread has read of files is part of its history, so that the scheduler notices when another run reads
 * something else. */
static void saw(const struct dr_use *u, uint64_t digest)
{
	uint64_t *seen = &seen_by[dr_self->number];
	if (!u->call.count || u->call.unseen || *seen == digest)
		return;
	struct dr_event e = dr_event_at(DR_PLAIN_WRITE, u->call.site);
	e.object = (uint64_t)seen;
	e.size = sizeof *seen;
	e.before.lo = *seen;
	e.value.lo = *seen = digest;
	e.text = text_of(&u->call);
	dr_happened(&e);
}

void dr_use_end(struct dr_use *u, int changed, uint64_t effect, uint64_t seen)
{
	if (!dr_self)
		return;
	/* What main does before it creates threads leaves the same files in every run. What it found there at first is
	 * of the run before, and is not part of the effect. */
	for (unsigned i = 0; changed && !u->call.unseen && i < u->count; i++)
		if (u->of[i].changes) /* crash.c knows what has changed on the disk */
			u->of[i].cell->count =
				dr_digest(u->of[i].cell->count, effect) >> 2; /* channels have two more bits */
	if (changed)
		dr_changed();
	dr_crash_after(u, changed, effect);
	saw(u, seen);
	dr_call_end(&u->call);
	dr_file_call_over(&u->call);
}

void dr_use_again(const struct dr_use *u)
{
	if (dr_self && !u->call.count && !dr_standalone)
		promote(u);
}
