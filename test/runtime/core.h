/* A stand-in for the runtime's core: threads are whoever the test says is running, and events are put in a list. */
#ifndef TEST_RUNTIME_CORE_H
#define TEST_RUNTIME_CORE_H

#include "core/internal.h"
#include "memory/plain.h"
#include "shadow/shadow.h"

#include <stdio.h>

extern struct dr_event test_log[256];
extern unsigned test_events;
extern char test_error[512];     /* what dr_error or dr_unsupported was told last */
extern struct dr_value *test_given; /* what a waiting event gets; NULL: it reads memory */

void test_begin(void);                   /* a new run, of which nobody knows anything */
void test_as(unsigned thread);           /* this thread goes on */
void test_create(unsigned child);        /* the running thread creates it */
void test_join(unsigned thread);         /* the running thread joins it */
void test_taint(void);
void *test_fresh(void);                  /* 256 bytes that nobody has touched */
/* The conflicts since it was asked last, as "offset/size", with an m for mixed; offsets from `base`. */
const char *test_conflicts(const void *base);
/* Does the access fail, saying the text? */
int test_fails(void (*access)(void *), void *address, const char *text);

extern int test_failures;
#define SAYS(got, wanted) test_says(__FILE__, __LINE__, got, wanted)
#define HOLDS(condition) ((condition) ? 0 : (test_failures++, printf("%s:%d: not so: %s\n", __FILE__, __LINE__, \
	#condition)))
void test_says(const char *file, int line, const char *got, const char *wanted);

#endif
