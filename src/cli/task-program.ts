/** How the program of a task is started, run and explored: by the thread of the check, and by all its workers. */
import { launchEnvironment } from '../channel/environment';
import { Server } from '../channel/server';
import type { ExploreOptions } from '../explore/explore-options';
import type { ProgramCheckpoint } from '../program/program-checkpoint';
import type { ProcessProgramOptions } from '../program/process-program';
import { formNames, STDOUT } from '../report/forms';
import { preemptionsOf } from './bound';
import { hasRoom } from './heap-room';
import type { CheckOptions } from './option-table';
import type { Task } from './task';

/** Starts the program up to main. Throws a DristaError if that is not possible. */
export function startServer({ program, arguments: args, environment, entry, options, memory }: Task): Server {
  const env = launchEnvironment(environment, { entry, nondet: options.nondet, memory });
  return new Server(program, { args, env, output: outputOf(options) });
}

/** Where the program's stdout is shown: where a form of report goes to ours, nothing else may. */
function outputOf(options: CheckOptions): 1 | 2 | undefined {
  if (!options['show-output']) return undefined;
  return formNames.some((name) => options[name] === STDOUT) ? 2 : 1;
}

/** The limits of each run. `checkpoint`: that of the program where the check is resumed. */
export function programOptions(
  { options, memory }: Task,
  checkpoint: ProgramCheckpoint | undefined,
): ProcessProgramOptions {
  return {
    runSeconds: options['run-limit'],
    maxEvents: options['max-steps'],
    output: options['show-output'],
    spurious: options['spurious-wakeups'],
    timeouts: options.timeouts,
    unroll: options.unroll,
    rollback: options.isolation === 'rollback',
    memory,
    checkpoint,
  };
}

/** What all workers explore. */
export function exploreOptionsOf(options: CheckOptions): ExploreOptions {
  return {
    model: options.model,
    equivalence: options.equivalence,
    strategy: options.strategy,
    seed: options.seed,
    depth: options['pct-depth'],
    preemptions: preemptionsOf(options),
    keepGoing: options['keep-going'],
    runAll: options.runs === 'all',
    maxExecutions: options['max-executions'],
    maxSteps: options['max-steps'],
    checkExitCode: options['check-exit-code'],
    memory: { workers: options.jobs, hasRoom },
  };
}
