/* Enforces one partial order of events (order.c), in place of the automaton. */
#ifndef DRISTA_ENFORCE_ORDER_H
#define DRISTA_ENFORCE_ORDER_H

#include "safe-schedule/enforce.h"

/* In place of an event before which a thread waits for ever: it performs the choice that ends the section. */
#define DR_CHOOSES 0xfffffffeu

/* As dr_admit and dr_done. What the schedule does not know stops the program. */
int dr_order_admit(struct dr_enforced *e);
void dr_order_done(uint32_t input);
/* Waits until all have arrived at the barrier at which the thread has. */
void dr_order_leave(void);

/* Is it that event of the schedule? */
int dr_is_event(const struct dr_enforced *e, uint32_t number);
/* For messages. */
const char *dr_name_of(uint8_t kind);
/* For the statistics: the running thread has waited. */
void dr_waited(uint64_t nanoseconds);

#endif
