// What went wrong, for the JS side: an Error whose `code` is one of EOF, TIMEOUT, PROTOCOL, START, STOPPED, ARGUMENT.
#pragma once

#include <stdexcept>
#include <string>

struct Failure : std::runtime_error {
	const char *code;
	int error; // errno where one is known, else 0

	Failure(const char *code, const std::string &message, int error = 0)
	    : std::runtime_error(message), code(code), error(error)
	{
	}
};
