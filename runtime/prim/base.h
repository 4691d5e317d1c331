/*
 * What every file of the runtime begins with: the sections that its code and its data are in, and its own names for
 * those functions of libc that the program may define.
 */
#ifndef DRISTA_BASE_H
#define DRISTA_BASE_H

#include "prim/copy.h"
#include "prim/syscall.h"

#include <stddef.h>
#include <stdint.h>

/* The runtime's code is in a section of its own, so that a fault in it is attributed to the program's call. Its data is
 * in a section of its own too, in which leaks.c does not search for pointers. */
#ifdef __clang__
#pragma clang section text = "drista_text" data = "drista_data" bss = "drista_bss"
#endif
/* The ends of the section, by the names that the linker gives them. */
extern const char __start_drista_text[] __attribute__((visibility("hidden")));
extern const char __stop_drista_text[] __attribute__((visibility("hidden")));
/* Is it an address in the runtime's code? */
static inline int dr_ours(uint64_t pc)
{
	return pc >= (uint64_t)__start_drista_text && pc < (uint64_t)__stop_drista_text;
}

/* For small variables that nearly every run writes. They lie together, since each page that a run writes costs a
 * copy. */
#ifdef __clang__
#define DR_HOT __attribute__((section("drista_data")))
#else
#define DR_HOT
#endif

/* For tables of which most runs use only the beginning, such as those of threads: the beginning should not cross a page
 * boundary. */
#define DR_PAGED __attribute__((aligned(4096)))

/* A macro's value as text. */
#define DR_TEXT(x) DR_TEXT_OF(x)
#define DR_TEXT_OF(x) #x

#define DR_EXPORT __attribute__((visibility("default")))
#define DR_SITE __builtin_return_address(0)

#endif
