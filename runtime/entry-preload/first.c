/* In a library that is loaded before the program: the linker's -z initfirst makes this the first constructor of all. */
#include "io/crash-folder.h"
#include "server/guard.h"
#include "core/launch.h"

static __attribute__((constructor)) void first(int argc, char **argv, char **environment)
{
	(void)argc, (void)argv;
	dr_launch_take(environment);
	if (dr_launch.socket >= 0 && !dr_launch.debugged)
		dr_guard_begin();
	dr_crash_folder_first();
}
