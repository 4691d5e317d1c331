/*
 * AddressSanitizer's annotations for a program that is compiled without it: they have no effect. Used where the
 * compiler has no header of this name.
 */
#ifndef DRISTA_SANITIZER_ASAN_INTERFACE_H
#define DRISTA_SANITIZER_ASAN_INTERFACE_H

#include <sanitizer/common_interface_defs.h>

#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))

#endif
