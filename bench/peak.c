/*
 * `peak PROGRAM`: runs the program and prints how much memory it had at most, in KiB. ru_maxrss also counts what a
 * process was before exec, so whoever starts the program to ask for that must be small: Node would be counted instead.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	pid_t child = fork();
	if (child == 0) {
		execv(argv[1], argv + 1);
		_exit(127);
	}
	int status;
	struct rusage used;
	if (child < 0 || wait4(child, &status, 0, &used) != child)
		return 1;
	printf("%ld\n", used.ru_maxrss);
	return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}
