/*
 * Annotations of ThreadSanitizer (AnnotateHappensBefore and so on, and __tsan_ queries) that programs call. They do
 * nothing: an order that is only claimed does not count as happens-before, and a race that is declared harmless is
 * reported.
 */
#include "memory/plain.h"
#include "core/internal.h"

/* Defined under another name in C, and without parameters: whatever arguments the caller passes are ignored. */
#define NOTHING(name) \
	DR_EXPORT uint64_t dr_annotation_##name(void) __asm__(#name); \
	uint64_t dr_annotation_##name(void) \
	{ \
		return 0; \
	}

NOTHING(AnnotateBenignRace)
NOTHING(AnnotateBenignRaceSized)
NOTHING(AnnotateCondVarSignal)
NOTHING(AnnotateCondVarSignalAll)
NOTHING(AnnotateCondVarWait)
NOTHING(AnnotateEnableRaceDetection)
NOTHING(AnnotateExpectRace)
NOTHING(AnnotateFlushExpectedRaces)
NOTHING(AnnotateFlushState)
NOTHING(AnnotateHappensAfter)
NOTHING(AnnotateHappensBefore)
NOTHING(AnnotateIgnoreReadsBegin)
NOTHING(AnnotateIgnoreReadsEnd)
NOTHING(AnnotateIgnoreSyncBegin)
NOTHING(AnnotateIgnoreSyncEnd)
NOTHING(AnnotateIgnoreWritesBegin)
NOTHING(AnnotateIgnoreWritesEnd)
NOTHING(AnnotateMemoryIsInitialized)
NOTHING(AnnotateMemoryIsUninitialized)
NOTHING(AnnotateMutexIsNotPHB)
NOTHING(AnnotateMutexIsUsedAsCondVar)
NOTHING(AnnotateNewMemory)
NOTHING(AnnotateNoOp)
NOTHING(AnnotatePCQCreate)
NOTHING(AnnotatePCQDestroy)
NOTHING(AnnotatePCQGet)
NOTHING(AnnotatePCQPut)
NOTHING(AnnotatePublishMemoryRange)
NOTHING(AnnotateRWLockAcquired)
NOTHING(AnnotateRWLockCreate)
NOTHING(AnnotateRWLockCreateStatic)
NOTHING(AnnotateRWLockDestroy)
NOTHING(AnnotateRWLockReleased)
NOTHING(AnnotateThreadName)
NOTHING(AnnotateTraceMemory)
NOTHING(AnnotateUnpublishMemoryRange)
NOTHING(WTFAnnotateBenignRaceSized)
NOTHING(WTFAnnotateHappensAfter)
NOTHING(WTFAnnotateHappensBefore)
NOTHING(RunningOnValgrind)
NOTHING(ThreadSanitizerQuery)

NOTHING(__tsan_acquire)
NOTHING(__tsan_release)
NOTHING(__tsan_mutex_create)
NOTHING(__tsan_mutex_destroy)
NOTHING(__tsan_mutex_pre_lock)
NOTHING(__tsan_mutex_post_lock)
NOTHING(__tsan_mutex_pre_unlock)
NOTHING(__tsan_mutex_post_unlock) /* takes the recursion depth that the pre_ form returned */
NOTHING(__tsan_mutex_pre_signal)
NOTHING(__tsan_mutex_post_signal)
NOTHING(__tsan_mutex_pre_divert)
NOTHING(__tsan_mutex_post_divert)
NOTHING(__tsan_check_no_mutexes_held)
NOTHING(__tsan_on_thread_idle)
NOTHING(__tsan_flush_memory)
NOTHING(__tsan_external_register_tag)
NOTHING(__tsan_external_register_header)
NOTHING(__tsan_external_assign_tag)
NOTHING(__tsan_get_current_report)

NOTHING(__sanitizer_print_stack_trace)
NOTHING(__sanitizer_set_death_callback)
NOTHING(__sanitizer_set_report_path)
NOTHING(__sanitizer_set_report_fd)
NOTHING(__sanitizer_sandbox_on_notify)
NOTHING(__sanitizer_report_error_summary)
NOTHING(__sanitizer_annotate_contiguous_container)

NOTHING(__lsan_disable)
NOTHING(__lsan_enable)
NOTHING(__lsan_ignore_object)
NOTHING(__lsan_register_root_region)
NOTHING(__lsan_unregister_root_region)
NOTHING(__lsan_do_leak_check)
NOTHING(__lsan_do_recoverable_leak_check)

/* An access to an object of a library that is not instrumented. The instrumented caller of the library announces it. */
DR_EXPORT void __tsan_external_read(void *address, void *caller, void *tag);
DR_EXPORT void __tsan_external_write(void *address, void *caller, void *tag);
void __tsan_external_read(void *address, void *caller, void *tag)
{
	(void)tag, dr_plain_range(address, 1, DR_READS, caller);
}
void __tsan_external_write(void *address, void *caller, void *tag)
{
	(void)tag, dr_plain_range(address, 1, DR_WRITES, caller);
}

#define UNALIGNED(bits) \
	DR_EXPORT uint##bits##_t __sanitizer_unaligned_load##bits(const void *p); \
	DR_EXPORT void __sanitizer_unaligned_store##bits(void *p, uint##bits##_t value); \
	uint##bits##_t __sanitizer_unaligned_load##bits(const void *p) \
	{ \
		dr_plain_range(p, bits / 8, DR_READS, DR_SITE); \
		return (uint##bits##_t)dr_peek((uint64_t)p, bits / 8).lo; \
	} \
	void __sanitizer_unaligned_store##bits(void *p, uint##bits##_t value) \
	{ \
		dr_plain_range(p, bits / 8, DR_WRITES, DR_SITE); \
		dr_poke((uint64_t)p, bits / 8, (struct dr_value){value, 0}); \
	}
UNALIGNED(16)
UNALIGNED(32)
UNALIGNED(64)
