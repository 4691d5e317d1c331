// A program that does not listen: a note says that the client had nobody to connect to.
// drista: verified
// hostile: client "x"
// drista: says the program did not listen on a stream socket
int main(void)
{
	return 0;
}
