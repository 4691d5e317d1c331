/** How the program of a task is started, run and explored: by the thread of the check, and by all its workers. */
import { deadlineIn } from '../base/deadline';
import { launchEnvironment } from '../channel/environment';
import type { Module } from '../channel/protocol';
import { hasAtomicSections, readsClock, readsErrno, readsRaised } from '../compiler/thread-state-readers';
import { uncoveredBy } from '../compiler/uncovered';
import { Server } from '../channel/server';
import type { ExploreOptions } from '../explore/explore-options';
import type { ProgramCheckpoint } from '../program/program-checkpoint';
import type { ProcessProgramOptions } from '../program/process-program';
import type { AtomicAs } from '../program/runner';
import { formNames, STDOUT } from '../report/forms';
import { preemptionsOf } from '../cli/bound';
import { hasRoom } from './heap-room';
import type { CheckOptions } from '../cli/option-table';
import type { Task } from './task';

/** Starts the program up to main. Throws a DristaError if that is not possible. */
export function startServer({
  program,
  file,
  cwd,
  arguments: args,
  environment,
  entry,
  options,
  memory,
}: Task): Server {
  const env = launchEnvironment(environment, { entry, nondet: options.nondet, memory });
  return new Server(program, { args, env, output: outputOf(options), file, cwd });
}

/** Where the program's stdout goes: not to drista's stdout if a report goes there. */
function outputOf(options: CheckOptions): 1 | 2 | undefined {
  if (!options['show-output']) return undefined;
  return formNames.some((name) => options[name] === STDOUT) ? 2 : 1;
}

/** May runs be rolled back, where the program allows it? */
export function mayRollBack({ options, asProcesses }: Task): boolean {
  return options.isolation !== 'process' && !options['show-output'] && asProcesses === undefined;
}

/** What the code of a program tells about its runs. */
export interface ProgramTraits {
  readonly localStates: boolean;
  readonly readsClock: boolean;
  readonly readsErrno: boolean;
  readonly readsRaised: boolean;
  readonly sections: boolean;
}

/** The traits of the program of the task, which consists of these files. */
export function programTraits(task: Task, modules: readonly Module[]): ProgramTraits {
  const paths = modules.map(({ path }) => path);
  return {
    localStates: usesLocalStates(task, modules),
    readsClock: readsClock(paths),
    readsErrno: readsErrno(paths),
    readsRaised: readsRaised(paths),
    sections: task.options.model === 'sc' && hasAtomicSections(paths),
  };
}

/** How each run is made. `checkpoint`: that of the program where it is resumed. */
export function programOptions(
  task: Task,
  traits: ProgramTraits,
  checkpoint: ProgramCheckpoint | undefined,
): ProcessProgramOptions {
  const { options, memory } = task;
  return {
    runSeconds: options['run-limit'],
    maxEvents: options['max-steps'],
    output: options['show-output'],
    spurious: options['spurious-wakeups'],
    timeouts: options.timeouts,
    weakExchanges: options['weak-cas'],
    unroll: options.unroll,
    races: racesAs(options),
    volatiles: options.volatile === 'plain' ? undefined : options.volatile,
    rollback: mayRollBack(task),
    memory,
    unseen: task.unseen,
    ...traits,
    checkpoint,
    ...(task.outcomes === undefined
      ? {}
      : {
          events: task.outcomes === 'auto' ? 'printed' : task.outcomes,
          mayObserve: task.outcomes === 'auto',
        }),
  };
}

/** How long a run may go on once the time limit is over, in seconds. A check with a run that was cut cannot go on. */
const LATE = 0.8;

/** When a run is cut in a search that may take so many seconds from now on. */
export function runDeadline(seconds = Infinity): number {
  return deadlineIn(seconds + LATE);
}

/** The order of plain accesses that may race, with --races ignore. */
export function racesAs({ races, model }: CheckOptions): AtomicAs | undefined {
  return races === 'error' ? undefined : model === 'sc' ? 'sc' : 'relaxed';
}

/**
 * Are equal local states to be run only once (--local-states)? Not with --unroll, where the future also depends on the
 * numbers of iterations.
 */
export function wantsLocalStates(options: CheckOptions): boolean {
  return options['local-states'] === 'on' && options.runs !== 'all' && options.unroll === undefined;
}

/** Are local states to be used for the program of the task, which consists of these files? */
export function usesLocalStates({ options }: Task, modules: readonly Module[]): boolean {
  return wantsLocalStates(options) && localStatesHindrance(modules) === undefined;
}

/** Why the local states of the program's threads are not known; undefined: they are. */
export function localStatesHindrance(modules: readonly Module[]): string | undefined {
  return uncoveredBy(modules.map(({ path }) => path));
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
    checkProgress: options['check-progress'],
    memory: { workers: options.jobs, hasRoom },
  };
}
