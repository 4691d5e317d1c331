/*
 * Expressions of values that depend on symbolic input (docs/how-to/inputs.md). Each is named by a hash of its
 * structure, so that it has the same name in all executions; 0: the value depends on no input. The calls come from code
 * that the pass made (runtime/pass/symbolic.h).
 */
#ifndef DRISTA_SYMBOLIC_H
#define DRISTA_SYMBOLIC_H

#include "core/internal.h"
#include "core/rmw.h"

#define DR_SYMBOLIC_LARGEST 4096u /* bytes of an object */

/* The expression of that operation on others, of up to 128 bits; `value`: what it is in this run. 0 if it depends on no
 * input. */
uint64_t dr_expression(enum dr_symbolic_op op, unsigned bits, uint64_t a, uint64_t b, dr_wide value);
/* The same of a number. */
uint64_t dr_expression_constant(unsigned bits, dr_wide value);
/* What the expression, which is not 0, is in this run. */
dr_wide dr_expression_value(uint64_t id);
/* The entry of an expression that is not 0. */
const struct dr_symbolic *dr_expression_of(uint64_t id);
/* Adds an entry that is no expression to the table of the run. */
void dr_symbolic_add(struct dr_symbolic entry);

/* Is there any expression in memory, or may there be? */
int dr_symbolic_memory_used(void);
/* From now on there may be expressions in memory. */
void dr_symbolic_memory_use(void);
/* The expression of bytes in memory, 1 to 16; 0: they depend on no input. */
uint64_t dr_symbolic_load(const void *at, unsigned size);
/* The bytes at the address have the expression now. */
void dr_symbolic_store(const void *at, unsigned size, uint64_t expression);
/* The bytes depend on no input any more. */
void dr_symbolic_clear(const void *at, size_t size);
/* Code without expressions may have overwritten the bytes: those that are as they were have the value of this run. */
void dr_symbolic_overwritten(const void *at, size_t size, const void *site);
/* Does one of the bytes have an expression? */
int dr_symbolic_any_in(const void *at, size_t size);
/* The bytes have been copied, as by memmove. */
void dr_symbolic_move(const void *to, const void *from, size_t size);

/* From here on the thread depends on the value that the expression has in this run: each other value is a path of its
 * own. */
void dr_symbolic_pin(uint64_t expression, const void *site);
/* The thread has branched on a condition, of one bit. */
void dr_symbolic_branch(uint64_t condition, const void *site);
/* As dr_symbolic_pin, of all bytes of a range. */
void dr_symbolic_pin_memory(const void *at, size_t size, const void *site);
/* The length of the text, at most n: where it ends is a branch of the path. */
uint64_t dr_symbolic_length(const uint8_t *text, uint64_t n, const void *site);
/* Was any function compiled with --symbolic? */
int dr_symbolic_any_followed(void);
/* Has code that was compiled with --symbolic called the function of the runtime (library.h) that the thread is in? */
int dr_symbolic_inside(void);
/* That function reads or writes the bytes. What it writes depends on no input, unless it says so afterwards. */
void dr_symbolic_accesses(const void *at, size_t size, int write, const void *site);
/* The expression of argument n of that call, where it was not pinned; else 0. */
uint64_t dr_symbolic_argument(unsigned n);
/* The expression of that call's result. */
void dr_symbolic_returns(uint64_t expression);
/* Was the function compiled with --symbolic? */
int dr_symbolic_takes(const void *callee);
/* The expression that the function, which the thread has called last, has returned; 0 where it was not compiled so. */
uint64_t dr_symbolic_result(const void *callee);
/* The runtime is about to call the function, which was, with an argument of that expression. */
void dr_symbolic_announce(const void *function, uint64_t argument);
/* The program's main is about to be called: its result is asked for. */
void dr_symbolic_main_begins(const void *main);
/* The program's main has returned the exit code: whether it is 0 is a branch of the path (--check exit-code). */
void dr_symbolic_main_returns(const void *main, int code);
/* Something happens that the expressions do not show. */
void dr_symbolic_unseen(const char *what, const void *site);
/* The same where no expression is in memory yet. */
void dr_symbolic_unseen_always(const char *what, const void *site);

/* The bytes that were given for the object that the thread makes after `index` others, and how many; NULL: none. */
const uint8_t *dr_symbolic_bytes(uint32_t thread, uint32_t index, size_t *size);
/* Byte i of the object that the thread makes after `index` others; inputs that were not given are zero. */
uint8_t dr_symbolic_given(uint32_t thread, uint32_t index, size_t i);
/* Sets the input of the runs to come (PREPARE). */
void dr_symbolic_input(const uint8_t *bytes, size_t size);

/* Are there inputs from outside the program (io/outside.h)? */
extern int dr_symbolic_outside;

#endif
