/* No threads at all: what starting drista, the program and Node costs.
 * drista: verified
 */
int main(void)
{
	return 0;
}
