/* drista_symbolic: where inputs come from. The scheduler sets their bytes before a run (PREPARE). */
#include "symbolic/symbolic.h"
#include "fiber/fiber.h"
#include "memory/interposed.h"
#include "core/log.h"
#include "core/schedule.h"

#include <string.h>
#include <sys/mman.h>

int dr_symbolic_outside;

/* Of each object: the thread that makes it, how many that thread has made before, its size; then its bytes. */
struct record {
	uint32_t thread, index, size, unused;
};

static uint8_t *input;
static size_t input_size;
static DR_PAGED uint32_t made[DR_THREADS];

void dr_symbolic_input(const uint8_t *bytes, size_t size)
{
	if (input)
		munmap(input, input_size);
	input = NULL;
	input_size = size;
	if (!size)
		return;
	input = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (input == MAP_FAILED)
		dr_fatal("cannot map the input");
	memcpy(input, bytes, size);
}

const uint8_t *dr_symbolic_bytes(uint32_t thread, uint32_t index, size_t *size)
{
	struct record r;
	*size = 0;
	for (size_t at = 0; at + sizeof r <= input_size; at += sizeof r + (r.size + 7) / 8 * 8) {
		memcpy(&r, input + at, sizeof r);
		if (r.thread != thread || r.index != index)
			continue;
		size_t left = input_size - at - sizeof r;
		*size = r.size < left ? r.size : left;
		return input + at + sizeof r;
	}
	return NULL;
}

uint8_t dr_symbolic_given(uint32_t thread, uint32_t index, size_t i)
{
	size_t size;
	const uint8_t *bytes = dr_symbolic_bytes(thread, index, &size);
	return i < size ? bytes[i] : 0;
}

DR_EXPORT void __drista_symbolic(void *object, size_t size, const char *name);
DR_EXPORT void drista_runtime_symbolic(void *object, size_t size, const char *name);

/* In code that the pass has made. It is a write of plain data. */
void __drista_symbolic(void *object, size_t size, const char *name)
{
	if (!dr_self)
		dr_fatal("drista_symbolic before main is not supported: call it from main on");
	if (!(dr_schedule.flags & DR_SYMBOLIC))
		dr_unsupported("drista_symbolic without --symbolic (check the program with `drista --symbolic`)");
	if (size > DR_SYMBOLIC_LARGEST)
		dr_unsupported("drista_symbolic of more than 4096 bytes");
	uint32_t index = made[dr_self->number]++;
	uint64_t key = (uint64_t)dr_self->number << 32 | index;
	uint8_t bytes[DR_SYMBOLIC_LARGEST], *to = object;
	for (size_t i = 0; i < size; i++)
		bytes[i] = dr_symbolic_given(dr_self->number, index, i);
	dr_writes(to, bytes, size, DR_SITE);
	dr_symbolic_add((struct dr_symbolic){
		.id = key, .a = size, .op = DR_SYMBOLIC_OBJECT, .text = dr_text_escaped(name, strlen(name))});
	for (size_t i = 0; i < size; i++)
		dr_symbolic_store(to + i, 1, dr_expression(DR_SYMBOLIC_INPUT, 8, key, i, to[i]));
	dr_changed();
}

/* In other code. */
void drista_runtime_symbolic(void *object, size_t size, const char *name)
{
	(void)object, (void)size, (void)name;
	dr_unsupported_at("drista_symbolic in code that `drista cc --symbolic` did not compile", DR_SITE);
}
