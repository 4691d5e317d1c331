/*
 * Which call has a variable on a stack, and has it returned? Where the frame of a call was, those of later calls lie.
 * What they have there may be written by code that announces nothing: a caller that passes a structure by value, or a
 * function of a library. promote.c asks.
 */
#ifndef DRISTA_FRAMES_H
#define DRISTA_FRAMES_H

#include <stdint.h>

struct dr_call {
	uint32_t depth; /* on the call stack of its thread, from 1; 0: not known which call */
	uint32_t activation; /* callstack.h */
};

/* The call that has the variable at the address on a thread's stack. Not known for memory that a function of a library
 * has, or that alloca has given. `last`: what was said of this address before. */
struct dr_call dr_call_with(uint64_t address, struct dr_call last);
/* Is it known that the call has returned? The address is that of the variable. */
int dr_call_is_over(uint64_t address, struct dr_call call);

struct dr_callstack;
struct dr_thread;
/* The depth of the outermost frame whose lower end is not above the address, from 1; 0: there is none. Not more frames
 * than DR_FRAMES may be on the call stack. */
uint32_t dr_frame_at(const struct dr_callstack *c, uint64_t address);
/* Was the function at the depth of the thread's call stack (from 0) compiled without optimisation, so that each of its
 * variables has a place of its own? */
int dr_frame_is_simple(const struct dr_thread *t, uint32_t depth);

#endif
