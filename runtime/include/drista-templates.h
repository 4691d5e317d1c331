/*
 * Strings and streams are templates that libstdc++ holds compiled for char and wchar_t. drista sees what they do only
 * where they are compiled with the program: `drista c++` includes this before anything else.
 */
#if defined(__cplusplus) && defined(__has_include)
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
#endif
