/* The static data of the executable and its libraries, without that of the runtime. */
#ifndef DRISTA_STATIC_DATA_H
#define DRISTA_STATIC_DATA_H

#include <stdint.h>

#define DR_STATIC_RANGES 128u
struct dr_static_data {
	unsigned ranges;
	struct {
		uint64_t from, to;
	} range[DR_STATIC_RANGES];
	uint64_t main_tls; /* bytes below main's thread pointer */
};
extern struct dr_static_data dr_static_data;

/* Finds it, before main. */
void dr_static_data_find(void);
/* The address of the first word of static data that is the address; 0: none. */
uint64_t dr_static_pointer_to(uint64_t address);

#endif
