/** How the program of a request is started, run and explored: by the thread of the check, and by all its workers. */
import { deadlineIn } from '../base/deadline';
import { launchEnvironment } from '../channel/environment';
import type { Module } from '../channel/protocol';
import { hasAtomicSections, readsClock, readsErrno, readsRaised } from '../compiler/thread-state-readers';
import { uncoveredBy } from '../compiler/uncovered';
import { Server } from '../channel/server';
import type { ExploreOptions } from '../explore/explore-options';
import type { ProgramCheckpoint } from '../program/program-checkpoint';
import type { ProcessProgramOptions } from '../program/process-program';
import type { AtomicAs, OutcomeEvents } from '../program/runner';
import { hasRoom } from './heap-room';
import type { CheckSettings } from './settings';
import type { CheckRequest, WantedOutcomes } from './check-request';

/** The files to which the program's output goes. */
const descriptors = { stdout: 1, stderr: 2 } as const;

/** Starts the program up to main. Throws a DristaError if that is not possible. */
export function startServer({
  program,
  file,
  cwd,
  arguments: args,
  environment,
  entry,
  settings: { nondet, faults, crash, showOutput },
  memory,
}: CheckRequest): Server {
  const env = launchEnvironment(environment, { entry, nondet, faults, crash, memory });
  return new Server(program, { args, env, output: showOutput && descriptors[showOutput], file, cwd });
}

/** May runs be rolled back, where the program allows it? */
export function mayRollBack({ settings, asProcesses }: CheckRequest): boolean {
  const { isolation, showOutput, crash } = settings;
  return isolation !== 'process' && showOutput === undefined && crash === undefined && asProcesses === undefined;
}

/** What the code of a program tells about its runs. */
export interface ProgramTraits {
  readonly localStates: boolean;
  readonly readsClock: boolean;
  readonly readsErrno: boolean;
  readonly readsRaised: boolean;
  readonly sections: boolean;
}

/** The traits of the program of the request, which consists of these files. */
export function programTraits(request: CheckRequest, modules: readonly Module[]): ProgramTraits {
  const paths = modules.map(({ path }) => path);
  return {
    localStates: usesLocalStates(request, modules),
    readsClock: readsClock(paths),
    readsErrno: readsErrno(paths),
    readsRaised: readsRaised(paths),
    sections: request.settings.model === 'sc' && hasAtomicSections(paths),
  };
}

/** How each run is made. `checkpoint`: that of the program where it is resumed. */
export function programOptions(
  request: CheckRequest,
  traits: ProgramTraits,
  checkpoint: ProgramCheckpoint | undefined,
): ProcessProgramOptions {
  const { settings, memory } = request;
  return {
    runSeconds: settings.runLimit,
    maxEvents: settings.maxSteps,
    output: settings.showOutput !== undefined,
    spurious: settings.spuriousWakeups,
    timeouts: settings.timeouts,
    weakExchanges: settings.weakExchanges,
    unroll: settings.unroll,
    eachIteration: request.mostSteps !== undefined,
    races: racesAs(settings),
    volatiles: settings.volatile === 'plain' ? undefined : settings.volatile,
    rollback: mayRollBack(request),
    memory,
    unseen: request.unseen,
    orders: request.orders,
    ...traits,
    checkpoint,
    ...(request.outcomes === undefined
      ? {}
      : {
          events: eventsOf(request.outcomes),
          mayObserve: request.outcomes === 'auto',
        }),
  };
}

/** The events of which such outcomes consist. */
function eventsOf(outcomes: WantedOutcomes): OutcomeEvents {
  return outcomes === 'auto' ? 'printed' : outcomes === 'history' ? 'observed' : outcomes;
}

/** How long a run may go on once the time limit is over, in seconds. A check with a run that was cut cannot go on. */
const LATE = 0.8;

/** When a run is cut in a search that may take so many seconds from now on. */
export function runDeadline(seconds = Infinity): number {
  return deadlineIn(seconds + LATE);
}

/** The order of plain accesses that may race, with --races ignore. */
export function racesAs({ races, model }: CheckSettings): AtomicAs | undefined {
  return races === 'error' ? undefined : model === 'sc' ? 'sc' : 'relaxed';
}

/**
 * Are equal local states to be run only once (local-states)? Not with unroll, where the future also depends on the
 * numbers of iterations.
 */
export function wantsLocalStates({ localStates, runs, unroll }: CheckSettings): boolean {
  return localStates && runs !== 'all' && unroll === undefined;
}

/** Are local states to be used for the program of the request, which consists of these files? */
export function usesLocalStates({ settings }: CheckRequest, modules: readonly Module[]): boolean {
  return wantsLocalStates(settings) && localStatesHindrance(modules) === undefined;
}

/** Why the local states of the program's threads are not known; undefined: they are. */
export function localStatesHindrance(modules: readonly Module[]): string | undefined {
  return uncoveredBy(modules.map(({ path }) => path));
}

/** What all workers explore. */
export function exploreOptionsOf(settings: CheckSettings): ExploreOptions {
  return {
    model: settings.model,
    equivalence: settings.equivalence,
    strategy: settings.strategy,
    seed: settings.seed,
    depth: settings.depth,
    preemptions: settings.preemptions,
    attempts: settings.attempts,
    meets: settings.meets,
    symmetry: settings.symmetry,
    keepGoing: settings.keepGoing,
    runAll: settings.runs === 'all',
    maxExecutions: settings.maxExecutions,
    maxSteps: settings.maxSteps,
    checkExitCode: settings.checkExitCode,
    progress: settings.progress,
    memory: { workers: settings.jobs, hasRoom },
  };
}
