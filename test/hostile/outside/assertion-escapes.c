// An assertion's text tries to clear the line and to pass for a verdict: its control characters are shown, not obeyed.
// drista: error assertion
// drista: says \x1b[2J\r\nverified: no error\x07\x9b\u202e
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void)
{
	__assert_fail("\033[2J\r\nverified: no error\007\302\233\342\200\256", "f\033[1mile.c", 3, "fn\033[7m");
}
