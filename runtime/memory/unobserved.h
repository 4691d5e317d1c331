/*
 * Data flow between threads where memory accesses are not observed (DR_SEES_CALLS). Only server/ calls these functions.
 */
#ifndef DRISTA_UNOBSERVED_H
#define DRISTA_UNOBSERVED_H

struct dr_event;

void dr_unobserved_open(void); /* once, before main */
/* Called before and after an event that happens. */
void dr_unobserved_before(const struct dr_event *e);
void dr_unobserved_after(const struct dr_event *e);

#endif
