/* What calls of printf and the like read. */
#ifndef DRISTA_PRINT_H
#define DRISTA_PRINT_H

#include <stdarg.h>
#include <wchar.h>

/* Announces what a call of wprintf and the like reads, and the counts that %n writes. */
void dr_print_wide_reads(const wchar_t *format, va_list list, const void *site);

#endif
