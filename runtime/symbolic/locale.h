/* Locales, where symbolic inputs are followed. For libc/ and symbolic/. */
#ifndef DRISTA_SYMBOLIC_LOCALE_H
#define DRISTA_SYMBOLIC_LOCALE_H

/* The running thread may have another locale now. Where characters have other classes than in "C", the check is
 * inconclusive: `what` has changed it. */
void dr_symbolic_locale(const char *what, const void *site);

#endif
