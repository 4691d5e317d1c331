// GoogleTest, with its main, from its sources, so that drista sees all of it:
//   drista c++ -I/usr/src/googletest/googletest -o TESTS SOURCES googletest.cc
// With -I/usr/src/googletest/googlemock also GoogleMock. -DDRISTA_OWN_MAIN: the tests have a main of their own.
#include <gtest/gtest.h>

// It excludes functions from ThreadSanitizer, by which drista sees accesses.
#undef GTEST_ATTRIBUTE_NO_SANITIZE_THREAD_
#define GTEST_ATTRIBUTE_NO_SANITIZE_THREAD_

#include "src/gtest-all.cc"
#if __has_include("src/gmock-all.cc")
#include "src/gmock-all.cc"
#define DRISTA_MAIN "src/gmock_main.cc"
#else
#define DRISTA_MAIN "src/gtest_main.cc"
#endif
#ifndef DRISTA_OWN_MAIN
#include DRISTA_MAIN
#endif
