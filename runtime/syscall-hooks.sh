#!/bin/sh
# Prints sanitizer/linux_syscall_hooks.h: macros that programs use before and after their own system calls, one pair
# for each call that this system's headers know. The macros do nothing, because drista intercepts system calls
# (raw-calls.c).
#
#     syscall-hooks.sh COMPILER
echo '/* Made by runtime/syscall-hooks.sh: hooks around system calls, which say nothing to drista. */
#ifndef DRISTA_SANITIZER_LINUX_SYSCALL_HOOKS_H
#define DRISTA_SANITIZER_LINUX_SYSCALL_HOOKS_H
'
echo '#include <sys/syscall.h>' | "$1" -E -dM -x c - | LC_ALL=C sort | awk '/^#define SYS_[a-z0-9_]+ / {
	name = substr($2, 5)
	print "#define __sanitizer_syscall_pre_" name "(...) ((void)0)"
	print "#define __sanitizer_syscall_post_" name "(...) ((void)0)"
}'
echo '
#endif'
