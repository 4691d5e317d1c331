/*
 * What a program compiled for a sanitizer may ask its runtime; drista's answers (runtime/atomic/annotations.c). Used
 * where the compiler has no header of this name.
 */
#ifndef DRISTA_SANITIZER_COMMON_INTERFACE_DEFS_H
#define DRISTA_SANITIZER_COMMON_INTERFACE_DEFS_H

#include <stddef.h>
#include <stdint.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#ifndef SANITIZER_CDECL
#define SANITIZER_CDECL
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
	int coverage_sandboxed;
	intptr_t coverage_fd;
	unsigned int coverage_max_block_size;
} __sanitizer_sandbox_arguments;

void __sanitizer_set_report_path(const char *path);
void __sanitizer_set_report_fd(void *fd);
void __sanitizer_sandbox_on_notify(__sanitizer_sandbox_arguments *args);
void __sanitizer_report_error_summary(const char *error_summary);
void __sanitizer_set_death_callback(void (*callback)(void));
void __sanitizer_print_stack_trace(void);

/* Loads and stores at addresses that are not aligned. */
uint16_t __sanitizer_unaligned_load16(const void *p);
uint32_t __sanitizer_unaligned_load32(const void *p);
uint64_t __sanitizer_unaligned_load64(const void *p);
void __sanitizer_unaligned_store16(void *p, uint16_t x);
void __sanitizer_unaligned_store32(void *p, uint32_t x);
void __sanitizer_unaligned_store64(void *p, uint64_t x);

/* Says how much of a container is in use. drista does not check it. */
void __sanitizer_annotate_contiguous_container(
	const void *begin, const void *end, const void *old_middle, const void *new_middle);

#ifdef __cplusplus
}
#endif

#endif
