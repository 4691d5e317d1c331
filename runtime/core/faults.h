/*
 * Faults: calls of the program that fail, or do less than they could, although nothing is wrong (--faults). Which of
 * the results that POSIX allows a call has is a choice of the scheduler: an event DR_CHOOSE with DR_FAULT, where 0
 * stands for no fault. So a run makes none by itself. Faults begin with main.
 *
 * A call is prepared with dr_fault_of, each fault that it may have is added with dr_fault_may, and dr_fault_choose
 * returns which one it has.
 */
#ifndef DRISTA_FAULTS_H
#define DRISTA_FAULTS_H

#include <stdarg.h>
#include <stddef.h>

enum dr_fault_kind { DR_FAULT_MALLOC = 1, DR_FAULT_IO = 2 };

/* A call that may have a fault. `ways`: its results, with that of no fault; 0: it may have none. */
struct dr_fault {
	const void *site;
	unsigned ways;
	size_t length;
	char text[256]; /* the call, then a line for each fault: what the call does */
};

/* May calls of that kind have faults? It says nothing of who makes the call. */
int dr_faults(enum dr_fault_kind kind);
/* The call at the site, such as `read(3, 100)`. It has no faults outside of runs, and where the kind was not asked
 * for. */
struct dr_fault dr_fault_of(enum dr_fault_kind kind, const void *site, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* The call may do that, such as `fails: EINTR`. Returns the number of the fault; 0: it may have none. */
unsigned dr_fault_may(struct dr_fault *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The number of the fault that the call has; 0: none. The running thread waits for the scheduler. */
unsigned dr_fault_choose(const struct dr_fault *f);

/* Adds to the text of the call. */
void dr_fault_text(struct dr_fault *f, const char *format, va_list values);

#endif
