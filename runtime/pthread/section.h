/* Atomic sections of the program, which nest (core/section.h). */
#ifndef DRISTA_SECTION_H
#define DRISTA_SECTION_H

#include <stdint.h>

/* Begin and end one. */
void dr_section_begin(const void *site);
void dr_section_end(const void *site);
/* Takes and releases their lock. */
void dr_section_lock(uint64_t spin, const void *site);
void dr_section_unlock(const void *site);

#endif
