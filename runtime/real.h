/* Functions of libc that the runtime stands in front of, and needs itself. */
#ifndef DRISTA_REAL_H
#define DRISTA_REAL_H

#include <pthread.h>
#include <stddef.h>

struct dr_real {
	int (*pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
	void (*pthread_exit)(void *);
	int (*pthread_once)(pthread_once_t *, void (*)(void));
	void (*exit)(int);
	void (*quick_exit)(int);
	int (*libc_start_main)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
};
extern struct dr_real dr_real;

void dr_real_find(void);

#endif
