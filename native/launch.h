// Starting the checked program: the same surroundings every time, and one end of a socket pair.
#pragma once

#include <string>
#include <vector>
#include <sys/types.h>

struct Launch {
	std::string path;              // executed as it is: no search in PATH
	std::vector<std::string> args; // args[0] is the program's name
	std::vector<std::string> env;  // NAME=value; DRISTA_FD is added
	std::string directory;         // empty: the caller's
	bool output = false;           // stdout and stderr stay open; otherwise they go to /dev/null
};

struct Launched {
	pid_t pid; // also the number of its process group
	int socket;
};

// Throws Failure START with errno.
Launched launch(const Launch &what);
