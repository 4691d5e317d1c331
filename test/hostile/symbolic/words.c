// strtok, strcspn, strspn and strcasecmp on symbolic bytes: the command is found.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:5
// hostile: once
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char line[8] = "";
	fread(line, 1, 5, stdin);
	if (strspn(line, "\t ") != 1 || strcspn(line, ";") != 4)
		return 0;
	char *command = strtok(line, " \t;"), *argument = strtok(NULL, " \t;");
	assert(!command || !argument || strcasecmp(command, "P") != 0 || strcasecmp(argument, "q") != 0); // WRONG
	return 0;
}
