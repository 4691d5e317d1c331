/* What threads may have learnt of each other in memory that is not seen (DR_SEES_CALLS). */
#ifndef DRISTA_LEDGER_H
#define DRISTA_LEDGER_H

struct dr_event;

void dr_ledger_open(void); /* before main */
/* Around an event that happens. */
void dr_ledger_before(const struct dr_event *e);
void dr_ledger_after(const struct dr_event *e);

#endif
