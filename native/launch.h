// Starting the checked program: the same surroundings every time, and one end of a socket pair.
#pragma once

#include "pump.h"

#include <string>
#include <vector>
#include <sys/types.h>

struct Launch {
	std::string path; // executed as it is: no search in PATH
	std::vector<std::string> args; // args[0] is the program's name
	std::vector<std::string> env; // NAME=value; DRISTA_FD is added
	std::string directory; // empty: the caller's
	int output = -1; // where its stdout goes, 1 or 2; stderr goes to 2. -1: both go to /dev/null
};

struct Launched {
	pid_t pid; // also the number of its process group
	int socket;
	std::vector<Lane> lanes; // what it prints, for a Pump
};

// Throws Failure START with errno.
Launched launch(const Launch &what);
