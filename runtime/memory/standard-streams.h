/* Which accesses to std::cout and the like, and to the library's data, are exempt from races (standard-streams.c). For
 * memory/ and fiber/. */
#ifndef DRISTA_STANDARD_STREAMS_H
#define DRISTA_STANDARD_STREAMS_H

#include <stdint.h>

enum dr_stream_part {
	DR_NO_STREAM,
	DR_STREAM_INSIDE, /* accesses are exempt */
	DR_STREAM_IOS /* they are not, except what input and output themselves change */
};
enum dr_stream_part dr_standard_stream(uint64_t address);
/* What the library was loaded as: libstdc++. All of its data that are no stream's std::ios are exempt. */
struct dl_phdr_info;
void dr_standard_library_is(const struct dl_phdr_info *library);

struct dr_thread;
/* The thread is about to write to these bytes of std::ios, which are no event. */
void dr_standard_stream_writes(struct dr_thread *t, uint64_t address, uint8_t mask, uint8_t bounds);
/* Called when that write has happened (dr_settle): records it if it has changed anything. */
void dr_standard_stream_settle(struct dr_thread *t);

#endif
