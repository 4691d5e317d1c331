/*
 * ThreadSanitizer's annotations. drista accepts them (runtime/atomic/annotations.c): an order that is only claimed does
 * not count as happens-before. Used where the compiler has no header of this name.
 */
#ifndef DRISTA_SANITIZER_TSAN_INTERFACE_H
#define DRISTA_SANITIZER_TSAN_INTERFACE_H

#include <sanitizer/common_interface_defs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Orders that the program establishes by means of its own. */
void __tsan_release(void *address);
void __tsan_acquire(void *address);

/* Locks of the program's own: for `flags` below. */
static const unsigned __tsan_mutex_linker_init = 1u << 0;
static const unsigned __tsan_mutex_write_reentrant = 1u << 1;
static const unsigned __tsan_mutex_read_reentrant = 1u << 2;
static const unsigned __tsan_mutex_read_lock = 1u << 3;
static const unsigned __tsan_mutex_try_lock = 1u << 4;
static const unsigned __tsan_mutex_try_lock_failed = 1u << 5;
static const unsigned __tsan_mutex_recursive_lock = 1u << 6;
static const unsigned __tsan_mutex_recursive_unlock = 1u << 7;
static const unsigned __tsan_mutex_not_static = 1u << 8;
static const unsigned __tsan_mutex_try_read_lock = 1u << 3 | 1u << 4;
static const unsigned __tsan_mutex_try_read_lock_failed = 1u << 3 | 1u << 4 | 1u << 5;

void __tsan_mutex_create(void *address, unsigned flags);
void __tsan_mutex_destroy(void *address, unsigned flags);
void __tsan_mutex_pre_lock(void *address, unsigned flags);
void __tsan_mutex_post_lock(void *address, unsigned flags, int recursion);
int __tsan_mutex_pre_unlock(void *address, unsigned flags);
void __tsan_mutex_post_unlock(void *address, unsigned flags);
void __tsan_mutex_pre_signal(void *address, unsigned flags);
void __tsan_mutex_post_signal(void *address, unsigned flags);
void __tsan_mutex_pre_divert(void *address, unsigned flags);
void __tsan_mutex_post_divert(void *address, unsigned flags);
void __tsan_check_no_mutexes_held(void);

/* Objects of libraries that are not instrumented. */
void *__tsan_external_register_tag(const char *object_type);
void __tsan_external_register_header(void *tag, const char *header);
void __tsan_external_assign_tag(void *address, void *tag);
void __tsan_external_read(void *address, void *caller, void *tag);
void __tsan_external_write(void *address, void *caller, void *tag);

/* Stacks that the program switches by itself. Creating one ends the check as unsupported. */
static const unsigned __tsan_switch_to_fiber_no_sync = 1u << 0;
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
void __tsan_set_fiber_name(void *fiber, const char *name);

void __tsan_flush_memory(void);

/* Functions that a program may define: drista calls none of them. */
int __tsan_on_finalize(int failed);
void __tsan_on_report(void *report);
const char *__tsan_default_options(void);
const char *__tsan_default_suppressions(void);

#ifdef __cplusplus
}
#endif

#endif
