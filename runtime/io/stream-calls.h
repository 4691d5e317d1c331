/* How calls on streams are defined that libc performs by itself (streams.h). For streams.c and wide.c. */
#ifndef DRISTA_STREAM_CALLS_H
#define DRISTA_STREAM_CALLS_H

#include "io/streams.h"
#include "memory/interposed.h"

/* libc's own function, whose result tells what it has done. */
#define PASSES(type, name, does, parameters, given) PASSES_BY(dr_stream_begin, type, name, does, parameters, given)
#define UNLOCKED(type, name, does, parameters, given) \
	PASSES_BY(dr_stream_begin_unlocked, type, name, does, parameters, given)
#define PASSES_BY(begins, type, name, does, parameters, given) \
	DR_WRAPPER(type, name, (DR_ALL parameters)) \
	{ \
		DR_REAL(type, name, (DR_ALL parameters)); \
		struct dr_stream_use u = begins(#name, file, does, DR_SITE); \
		type r = real given; \
		dr_stream_end(&u, &r, sizeof r); \
		return r; \
	}
#define PASSES_VOID(name, does, parameters, given) VOID_BY(dr_stream_begin, name, does, parameters, given)
#define UNLOCKED_VOID(name, does, parameters, given) VOID_BY(dr_stream_begin_unlocked, name, does, parameters, given)
#define VOID_BY(begins, name, does, parameters, given) \
	DR_WRAPPER(void, name, (DR_ALL parameters)) \
	{ \
		DR_REAL(void, name, (DR_ALL parameters)); \
		struct dr_stream_use u = begins(#name, file, does, DR_SITE); \
		real given; \
		dr_stream_end(&u, "", 1); \
	}
#define DR_ALL(...) __VA_ARGS__
#define ACT(what) ((struct dr_stream_access){.act = what})
#define GETS(count) ((struct dr_stream_access){.act = DR_GET, .size = count})
#define PUTS ((struct dr_stream_access){.act = DR_PUT, .bytes = &(char){(char)c}, .size = 1})

#endif
