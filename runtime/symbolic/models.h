/*
 * Functions of libc that read symbolic bytes, and of which it is known how their results depend on these. The pass
 * (pass/symbolic.cc) and the runtime share the table.
 */
#ifndef DRISTA_SYMBOLIC_MODELS_H
#define DRISTA_SYMBOLIC_MODELS_H

/* The most parts of an aggregate whose expressions a function returns. */
#define DR_SYMBOLIC_PARTS 8u

enum dr_symbolic_model {
	DR_MODEL_COMPARE_BYTES = 1, /* memcmp: a, b, n */
	DR_MODEL_COMPARE_TEXTS, /* strncmp: a, b, n */
	DR_MODEL_LENGTH, /* strnlen: a, n */
	DR_MODEL_COPY_TEXT, /* strcpy: a, b */
	DR_MODEL_COPY_TEXT_PART, /* strncpy: a, b, n */
	DR_MODEL_FLOAT, /* strtod: a, and b, where it stores a pointer unless that is NULL */
};

#endif
