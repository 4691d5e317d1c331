// A program that was built for symbolic inputs, and has none.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic
// drista: says the program has no symbolic input
int main(void)
{
	return 0;
}
