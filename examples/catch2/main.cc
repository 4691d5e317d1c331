// Catch2 itself, which takes long to compile.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
