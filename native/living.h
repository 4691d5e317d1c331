// The programs that run now, of all threads, so that none outlives us whichever way Node ends.
#pragma once

class Process;

void living_add(Process *process);
void living_remove(Process *process);

// Kills all of them, from any thread: whoever waits for one gets Failure EOF.
void living_kill();
