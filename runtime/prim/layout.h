/* Where the memory of threads lies, by their numbers. */
#ifndef DRISTA_LAYOUT_H
#define DRISTA_LAYOUT_H

#define DR_THREADS 1024u /* thread numbers in one server */

/* 64 TiB: above the heap's arenas, below all mappings that the kernel places. */
#define DR_STACKS_BASE 0x400000000000ul
/* 16 GiB each: a guard larger than any usual frame, then the stack, which ends where the slot ends. */
#define DR_STACK_SHIFT 34

#endif
