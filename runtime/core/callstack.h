/*
 * The call stack of each thread, built from the calls that the compiler inserts at a function's entry and exit. Every
 * folder may ask for a thread's stack (dr_callstack); only the compiler's calls change it, and the end of the thread.
 */
#ifndef DRISTA_CALLSTACK_H
#define DRISTA_CALLSTACK_H

#include <stddef.h>
#include <stdint.h>

struct dr_frame_entry {
	uint64_t pc; /* where the function was called */
	uint64_t sp; /* of the function: outer frames lie above it */
	uint64_t function, frame; /* an address in it, and its frame pointer: names.c */
	uint32_t stack; /* what dr_stack_intern said of it and all outer frames; 0: not asked yet */
	uint32_t activation; /* the how-manieth call of the thread this is */
};

struct dr_callstack {
	struct dr_frame_entry *frames; /* room for DR_FRAMES; NULL: none pushed yet */
	uint32_t depth; /* may exceed DR_FRAMES: the frames beyond are only counted */
	uint32_t calls; /* ever */
};
#define DR_FRAMES 8192u

void dr_callstack_open(void); /* once, before main */
/* Room for DR_FRAMES things of the size for each thread number, all zero; next to nothing until it is written. `what`:
 * what it is for, should there be no such room. */
void *dr_frames_map(size_t size, const char *what);

struct dr_thread;
/* The thread's present call stack as an index plus one into the shared table of stacks; 0: none. */
uint32_t dr_callstack(struct dr_thread *t);

/* The running thread has left all functions, by pthread_exit if not by their returns. */
void dr_callstack_clear(void);

/* Decides which stack a thread that is about to be readied has (dr_stack_choose). */
void dr_thread_stack(unsigned number, size_t size, uint64_t given_low);
/* Says that the running thread has no stack left. */
_Noreturn void dr_stack_overflow(uint64_t address, const void *site);

#endif
