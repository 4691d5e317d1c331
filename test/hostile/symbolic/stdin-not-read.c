// The program does not read its standard input.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:1
// hostile: once
// drista: says --symbolic=stdin: in some executions the program read nothing of it
int main(void)
{
	return 0;
}
