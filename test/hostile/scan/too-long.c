// A string of a scan without a width that is longer than drista's room for it.
// drista: refused
// drista: says fscanf with too long strings
#include <stdio.h>

int main(void)
{
	static char text[8000];
	FILE *file = fopen("long.txt", "w+");
	for (int i = 0; i < 5000; i++)
		fputc('a', file);
	rewind(file);
	fscanf(file, "%s", text);
	fclose(file);
}
