// Two values of an int are not all: no claim is made of the others.
// drista: inconclusive
// hostile: once
// drista: says __VERIFIER_nondet_int returned 0 to 1 only: --nondet N takes more values
// drista: says __VERIFIER_nondet_double returned 0 to 1 only
// drista: says __VERIFIER_nondet_pointer returned 0 to 0 only
// drista: never says __VERIFIER_nondet_bool
// drista: says not explored: executions with other values of inputs (see the notes)
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
extern void *__VERIFIER_nondet_pointer(void);

int main(void)
{
	int other = __VERIFIER_nondet_bool() ? __VERIFIER_nondet_int() : 0;
	assert(other != 35 && __VERIFIER_nondet_double() != 0.5 && !__VERIFIER_nondet_pointer());
	return 0;
}
