// The running programs of this process (living.h).
#include "living.h"

#include "process.h"

#include <cstdlib>
#include <mutex>
#include <set>

namespace
{

struct Living {
	std::mutex lock;
	std::set<Process *> processes;
};

// Never destroyed: exit handlers run in an order that we do not choose.
Living &living()
{
	static Living *all = new Living;
	return *all;
}

} // namespace

void living_kill()
{
	std::lock_guard<std::mutex> guard(living().lock);
	for (Process *p : living().processes)
		p->kill();
}

void living_add(Process *process)
{
	// process.exit() skips the clean-up hooks of the main thread. What is killed there the kernel reaps.
	static const bool registered = std::atexit(living_kill) == 0;
	(void)registered;
	std::lock_guard<std::mutex> guard(living().lock);
	living().processes.insert(process);
}

void living_remove(Process *process)
{
	std::lock_guard<std::mutex> guard(living().lock);
	living().processes.erase(process);
}
