/* No threads at all: what starting drista, the program and Node costs. */
int main(void)
{
	return 0;
}
