/* Part of own-function.c: no number, but the first character. */
int atoi(const char *text)
{
	return (unsigned char)text[0];
}
