// fscanf writes to a block that was freed.
// drista: error memory at WRONG
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	long *number = malloc(sizeof *number);
	FILE *file = fopen("freed.txt", "w+");
	fputs("7", file);
	rewind(file);
	free(number);
	fscanf(file, "%ld", number); // WRONG
	fclose(file);
}
