/* Faults of calls on files (faults.h). */
#define DRISTA_DEFINES_KERNEL
#include "io/faults.h"
#include "core/faults.h"
#include "io/calls.h"
#include "io/descriptions.h"
#include "io/numbers.h"
#include "fiber/fiber.h"
#include "memory/scratch.h"
#include "prim/digest.h"
#include "pthread/cancel.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* What faults depend on: the kind of the file, and whether the call may wait. */
struct kind {
	struct dr_file *channel; /* a pipe, a connection or an event counter; NULL: it is none */
	int regular; /* a regular file that the program has opened */
	int connection; /* a stream between two ends */
	int internet; /* one over TCP, of which the running thread does not know that it is lost */
	int waits;
};

static uint64_t own_bit(void)
{
	return dr_self->number < 64 ? 1ul << dr_self->number : 0;
}

static struct kind kind_of(int number, int flags)
{
	struct kind k = {.channel = dr_file_of(number)};
	struct stat s;
	if (k.channel && k.channel->kind != DR_STREAM && k.channel->kind != DR_COUNTER)
		k.channel = NULL;
	k.regular = !k.channel && dr_description_of(number) &&
		    dr_kernel(SYS_fstat, number, (long)&s, 0, 0, 0, 0) == 0 && S_ISREG(s.st_mode);
	k.connection =
		k.channel && k.channel->kind == DR_STREAM && !k.channel->packets && k.channel->in && k.channel->out;
	/* What another thread has done must not be seen here: it is in no event. */
	k.internet = k.connection && (k.channel->family == AF_INET || k.channel->family == AF_INET6) &&
		     !(k.channel->lost & own_bit());
	k.waits = k.channel && !(flags & MSG_DONTWAIT) &&
		  !(dr_kernel(SYS_fcntl, number, F_GETFL, 0, 0, 0, 0) & O_NONBLOCK);
	return k;
}

/* How many bytes a short transfer has: half of one buffer, or the first of several; 0: there is no shorter one. */
static size_t short_size(struct dr_buffers b)
{
	size_t all = dr_buffers_size(b);
	if (b.count == 1)
		return all / 2;
	for (int i = 0; i < b.count; i++)
		if (b.part[i].iov_len)
			return b.part[i].iov_len < all ? b.part[i].iov_len : all / 2;
	return 0;
}

/* Makes the buffers as short as that. */
static void shorten(struct dr_buffers *b, size_t size, struct iovec *part)
{
	const struct iovec *first = b->part;
	while (first->iov_len == 0)
		first++;
	*part = (struct iovec){first->iov_base, size};
	b->part = part;
	b->count = 1;
}

/* The connection does not exist any more: what is on its way to this end is lost, both ends can only end it. */
static void reset(struct dr_call *call, struct dr_file *f)
{
	size_t room = DR_SCRATCH;
	dr_call_on(call, f->in);
	dr_call_on(call, f->out);
	dr_call_begin(call);
	void *lost = dr_scratch(&room);
	int number = call->held.number;
	while (dr_kernel(SYS_recvfrom, number, (long)lost, (long)room, MSG_DONTWAIT, 0, 0) > 0)
		;
	dr_channel_take(f->in, f->in->size);
	f->in->no_reader = f->out->no_writer = 1;
	f->lost |= own_bit();
	dr_kernel(SYS_shutdown, number, SHUT_RDWR, 0, 0, 0, 0);
	dr_number_release(&call->held);
	dr_call_end(call);
}

static void fail(struct dr_call *call, long error, const struct kind *k)
{
	if (!call->locked)
		dr_cancel_point(call->spin, call->site);
	call->point = 0;
	if (error == -ECONNRESET) {
		reset(call, k->channel);
		return;
	}
	dr_file_call_over(call);
	if (call->locked)
		dr_call_end(call);
}

/* Chooses one of the faults, of which 0 are none. */
static struct dr_transfer_fault choose(struct dr_fault *f, struct dr_call *call, struct dr_buffers *b,
	const struct kind *k, size_t size, unsigned shorter, unsigned interrupted, unsigned full, unsigned broken)
{
	struct dr_transfer_fault result = {0, {NULL, 0}};
	unsigned way = dr_fault_choose(f);
	if (!way)
		return result;
	if (call->spin) /* what follows is not what follows without the fault */
		call->spin = dr_digest(call->spin, way);
	if (way == shorter) {
		shorten(b, size, &result.part);
		return result;
	}
	result.error = way == interrupted ? -EINTR : way == full ? -ENOSPC : way == broken ? -ECONNRESET : 0;
	fail(call, result.error, k);
	return result;
}

struct dr_transfer_fault dr_read_fault(struct dr_call *call, struct dr_buffers *b, int flags)
{
	size_t all, size;
	if (!dr_faults(DR_FAULT_IO) || (all = dr_buffers_size(*b)) == 0)
		return (struct dr_transfer_fault){0, {NULL, 0}};
	struct kind k = kind_of(call->held.number, flags);
	struct dr_fault f = dr_fault_of(DR_FAULT_IO, call->site, "%s(%d, %zu)", call->name, call->file, all);
	unsigned shorter = 0, interrupted = 0, broken = 0;
	size = short_size(*b);
	int is_stream = k.regular || (k.channel && k.channel->kind == DR_STREAM && !k.channel->packets);
	if (size && is_stream && !(flags & MSG_WAITALL))
		shorter = dr_fault_may(&f, "reads at most %zu", size);
	if (k.waits)
		interrupted = dr_fault_may(&f, "fails: EINTR");
	if (k.internet)
		broken = dr_fault_may(&f, "fails: ECONNRESET");
	return choose(&f, call, b, &k, size, shorter, interrupted, 0, broken);
}

struct dr_transfer_fault dr_write_fault(struct dr_call *call, struct dr_buffers *b, int flags)
{
	size_t all, size;
	if (!dr_faults(DR_FAULT_IO) || (all = dr_buffers_size(*b)) == 0)
		return (struct dr_transfer_fault){0, {NULL, 0}};
	struct kind k = kind_of(call->held.number, flags);
	struct dr_fault f = dr_fault_of(DR_FAULT_IO, call->site, "%s(%d, %zu)", call->name, call->file, all);
	unsigned shorter = 0, interrupted = 0, full = 0, broken = 0;
	size = short_size(*b);
	/* A pipe takes PIPE_BUF bytes as a whole. */
	int is_pipe = k.channel && k.channel->kind == DR_STREAM && !k.channel->packets && !k.connection;
	if (size && (k.regular || k.connection || (is_pipe && all > PIPE_BUF)))
		shorter = dr_fault_may(&f, "writes %zu only", size);
	if (k.waits)
		interrupted = dr_fault_may(&f, "fails: EINTR");
	if (k.regular)
		full = dr_fault_may(&f, "fails: ENOSPC");
	if (k.internet)
		broken = dr_fault_may(&f, "fails: ECONNRESET");
	return choose(&f, call, b, &k, size, shorter, interrupted, full, broken);
}

int dr_open_fails(const char *name, const char *path, const void *site)
{
	if (!dr_faults(DR_FAULT_IO) || dr_ours((uint64_t)site))
		return 0;
	struct dr_fault f = dr_fault_of(DR_FAULT_IO, site, "%s(\"%.64s\")", name, path);
	dr_fault_may(&f, "fails: EMFILE");
	if (!dr_fault_choose(&f))
		return 0;
	dr_cancel_point(0, site);
	errno = EMFILE;
	return 1;
}
