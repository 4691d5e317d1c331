// Of a character and a truth value, all values are explored.
// drista: verified
// drista: options --nondet 256
// hostile: once
// drista: says 512 executions
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
	return 0 * (__VERIFIER_nondet_uchar() + __VERIFIER_nondet_bool());
}
