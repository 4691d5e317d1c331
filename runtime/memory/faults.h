/* Faults of allocations (core/faults.h). For memory/ only. */
#ifndef DRISTA_MEMORY_FAULTS_H
#define DRISTA_MEMORY_FAULTS_H

/* An allocation by the program, such as `malloc(24)`: does it fail? Then errno is ENOMEM. Allocations by the runtime
 * and the C library do not fail; those of libstdc++ do if `of_cxx`. */
int dr_memory_fails(int of_cxx, const void *site, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
