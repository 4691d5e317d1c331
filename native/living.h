// The running programs of all threads, so that none outlives the process in whatever way Node ends.
#pragma once

class Process;

void living_add(Process *process);
void living_remove(Process *process);

// Kills all of them, from any thread. Calls that wait for one fail with Failure EOF.
void living_kill();
