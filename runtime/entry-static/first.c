/* In a program: before the constructors of its libraries (ELF gABI, DT_PREINIT_ARRAY). */
#include "io/crash-folder.h"
#include "server/guard.h"
#include "server/hand-over.h"
#include "core/launch.h"

static void drista_first(int argc, char **argv, char **environment)
{
	(void)argc, (void)argv;
	dr_launch_take(environment);
	if (dr_launch.socket >= 0 && !dr_launch.debugged)
		dr_guard_begin();
	dr_crash_folder_first();
	if (dr_launch.schedule >= 0)
		dr_hand_over(dr_launch.schedule);
}

static void (*const begin)(int, char **, char **) __attribute__((used, section(".preinit_array"))) = drista_first;
