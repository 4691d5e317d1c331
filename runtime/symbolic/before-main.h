/*
 * What the program's code did before main: constructors, and initialisers in C++. They run once, before the inputs of a
 * run are known, so that no claim is made about what they have seen of inputs from outside (outside.h).
 */
#ifndef DRISTA_SYMBOLIC_BEFORE_MAIN_H
#define DRISTA_SYMBOLIC_BEFORE_MAIN_H

/* The inputs are made now. `reads`: some can be read like files; `arguments`: some are arguments. Where the code before
 * main has read those, the check is inconclusive. */
void dr_before_main_done(int reads, int arguments);

/* Code of the program, such as a constructor, calls a function that reads before main: no input is made yet. */
void dr_before_main_reads(const char *name, const void *site);

#endif
