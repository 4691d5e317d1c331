/*
 * libstdc++ contains compiled instances of the string and stream templates for char and wchar_t. drista observes their
 * accesses only if they are compiled with the program, so `drista c++` includes this header first.
 */
#if defined(__cplusplus) && defined(__has_include)
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
#endif
