/* Frames between the server and the scheduler (frames.h). */
#include "server/frames.h"
#include "core/internal.h"
#include "server/pages.h"
#include "memory/plain.h"
#include "server/process.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int scheduler; /* the socket */

#define PAGE 4096ul
#define FRAME (1ul << 30) /* the longest body */
/* Received bytes, in shared memory: the process of a run is forked before its frame arrives. */
static struct inbox {
	size_t used, have; /* bytes of frames that were read before; bytes received */
	uint8_t bytes[2 * FRAME];
} * inbox;

static _Noreturn void end_process(void)
{
	for (;;)
		syscall(SYS_exit_group, 0);
}

void dr_frames_open(int socket)
{
	scheduler = socket;
	inbox = mmap(NULL, sizeof *inbox, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (inbox == MAP_FAILED)
		dr_fatal("no memory for frames of the scheduler");
	dr_pages_exclude(inbox, sizeof *inbox);
}

/* Receives until there are `size` bytes after the used ones. */
static void read_until(size_t size)
{
	while (inbox->have < size) {
		ssize_t n = read(scheduler, inbox->bytes + inbox->have, sizeof inbox->bytes - inbox->have);
		if (n == 0 || (n < 0 && errno != EINTR))
			end_process(); /* the scheduler has closed the socket */
		if (n > 0)
			inbox->have += (size_t)n;
	}
}

void dr_frame_write(struct iovec *part, int parts)
{
	while (parts) {
		ssize_t n = writev(scheduler, part, parts);
		if (n < 0 && errno != EINTR)
			end_process();
		for (; parts && n >= (ssize_t)part->iov_len; part++, parts--)
			n -= (ssize_t)part->iov_len;
		if (parts && n > 0) {
			part->iov_base = (char *)part->iov_base + n;
			part->iov_len -= (size_t)n;
		}
	}
}

uint32_t dr_frame_read(uint32_t *type)
{
	const struct dr_header *header = (const struct dr_header *)inbox->bytes;
	if (inbox->used) /* mostly nothing follows the frame */
		dr_raw_memmove(inbox->bytes, inbox->bytes + inbox->used, inbox->have - inbox->used);
	inbox->have -= inbox->used;
	read_until(sizeof *header);
	if (header->length > FRAME)
		dr_fatal("a frame that is too long");
	inbox->used = sizeof *header + (size_t)header->length;
	read_until(inbox->used);
	dr_process_bind(header->processor);
	*type = header->type;
	return header->length;
}

const uint8_t *dr_frame_body(void)
{
	return inbox->bytes + sizeof(struct dr_header);
}

/* The buffer may be large, and each run would have it mapped. */
void dr_frames_release(void)
{
	if (inbox->used == inbox->have)
		madvise((char *)inbox + PAGE, sizeof *inbox - PAGE, MADV_REMOVE);
}
