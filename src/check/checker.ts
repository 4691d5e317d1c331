/** One check from start to end, without a user: the program's server, its exploration, the summary. */
import { readFileSync } from 'node:fs';
import { DristaError } from '../base/errors';
import type { Module } from '../channel/protocol';
import { ServerFailure, type Server } from '../channel/server';
import { isEmpty, type Verdict } from '../explore/common/verdict';
import type { ExploreOptions, ExplorationCheckpoint } from '../explore/explore-options';
import { explore } from '../explore/explorer';
import type { Progress } from '../explore/session/session-options';
import { help } from '../parallel/helper';
import { helpByStates, startStateThreads, type StateThreadStart } from '../parallel/state-threads';
import { ThreadLead, type WorkerStart } from '../parallel/lead';
import { loopText } from '../program/loops';
import { OutcomeTally } from '../outcomes/outcome-tally';
import { Nondeterminism, ObservesToo } from '../program/outcomes';
import { ProcessProgram } from '../program/process-program';
import { mergedNotes } from '../report/merged-notes';
import type { ScheduleFile } from '../safe/schedule-file';
import { readBody, type CheckpointBody } from './checkpoint-file';
import { ClusterCheck } from './cluster-check';
import { Confirmation } from './confirmation';
import { endlessLoop } from './endless-loop';
import { threadFile } from './io-module';
import { descriptions, namesOf, type CheckOutcome } from './found-error';
import { describeOutcome } from './found-outcome';
import { messages } from '../cli/messages';
import { Minimising, type Shown } from './minimising';
import { SampledProgram } from './sampled-program';
import { resourceLimits } from './stack';
import { explained, missedAtomicNotes, unobservedNotes } from './sight';
import { SymbolicSearch } from '../symbolic/symbolic-search';
import { Solver } from '../symbolic/solver';
import { summaryOf } from './summary-of';
import type { Task } from './task';
import { outsideInputs } from './symbolic-inputs';
import { TestCaseFolder } from './test-cases';
import { unseenOf, withUnseen } from './unseen-code';
import { writeTaskCheckpoint, type WrittenCheckpoint } from './task-checkpoint';
import {
  exploreOptionsOf,
  mayRollBack,
  programOptions,
  programTraits,
  runDeadline,
  startServer,
  usesLocalStates,
  type ProgramTraits,
} from './task-program';

/**
 * After so much work on executions states are explored, too, where no equivalence was asked for: a few tenths of a
 * second.
 */
const MUCH_WORK = 100_000;

/** How far a check has come. */
export interface CheckProgress extends Progress {
  readonly runs: number;
}

export interface Hooks {
  readonly onProgress: (p: CheckProgress) => void;
  /** Asked at every state: should the exploration end? */
  readonly interrupted: () => boolean;
  /** The check has ended with errors, which may be reported shorter in a moment. */
  readonly onOutcome: (outcome: CheckOutcome) => void;
  /** A limit has ended the exploration; the checkpoint is about to be written, which may take a while. */
  readonly onCheckpoint: () => void;
  /** A safe schedule was found, and more is explored. */
  readonly onSchedule?: (schedule: ScheduleFile) => void;
}

/** The check has failed, perhaps because runs were rolled back. */
class RollbackFailure extends Error {}

/** Runs have loaded libraries with code that is not seen, of which the check did not know. */
class UnseenLoaded extends Error {
  constructor(readonly modules: readonly Module[]) {
    super();
  }
}

/** Checks the program. Throws a DristaError if that is not possible. */
export function check(task: Task, hooks: Hooks): CheckOutcome {
  const started = Date.now();
  try {
    return checkOnce(task, hooks, started);
  } catch (error) {
    if (error instanceof ObservesToo) return check({ ...task, outcomes: 'observed' }, hooks);
    if (error instanceof UnseenLoaded)
      return check({ ...task, loaded: [...(task.loaded ?? []), ...error.modules] }, hooks);
    if (!(error instanceof RollbackFailure)) throw error;
    return checkOnce({ ...task, asProcesses: messages.notUndone }, hooks, started);
  }
}

/** `started`: when the check began, in milliseconds. Throws a DristaError or a RollbackFailure. */
function checkOnce(given: Task, hooks: Hooks, started: number): CheckOutcome {
  const before = given.before ?? (given.resume === undefined ? undefined : readBody(given.resume));
  const inputs = given.options.symbolic ? symbolicSearch(given, hooks, started) : undefined;
  const server = startServer(given);
  const task = seenTask(given, server);
  const deadline = runDeadline(timeLeft(task, started));
  const sampled = new SampledProgram(task, deadline, before?.sampled);
  const confirmation = new Confirmation(task);
  let minimising: Minimising | undefined;
  let cluster: ClusterCheck | undefined;
  try {
    if (before !== undefined && JSON.stringify(before.modules) !== JSON.stringify(server.modules))
      throw new DristaError(messages.checkpointOfLibraries(task.resume ?? 'the check'));
    const traits = programTraits(task, server.modules);
    if (task.cluster !== undefined || before?.exploration.strategy === 'parts')
      cluster = new ClusterCheck(task, server, traits);
    const program = new ProcessProgram(server, {
      ...programOptions(task, traits, before?.program),
      deadline,
      ...(inputs === undefined ? {} : { onSymbolic: inputs.onRun }),
    });
    const tally = task.outcomes === undefined ? undefined : new OutcomeTally();
    let left: WrittenCheckpoint = {};
    const seconds = (): number => (before?.seconds ?? 0) + (Date.now() - started) / 1000;
    const body = (exploration: ExplorationCheckpoint): CheckpointBody => ({
      exploration,
      program: program.checkpoint(),
      sampled: sampled.checkpoint(),
      modules: server.modules,
      seconds: seconds(),
    });
    const exploreOnce = (): Verdict =>
      exploreUntil(program, server, sampled, task, hooks, started, tally, before?.exploration, cluster, {
        onLimit: (exploration) => {
          // Outcomes and inputs are not kept.
          if (tally !== undefined || inputs !== undefined) return;
          hooks.onCheckpoint();
          left = writeTaskCheckpoint(task, () => body(exploration()));
        },
        onSave: (exploration) => cluster?.save(() => body(exploration)),
      });
    const explored =
      inputs === undefined
        ? exploreOnce()
        : inputs.run({
            restartWith: (input) => {
              program.restartWith(input);
            },
            explore: exploreOnce,
            nameOf: (thread, l) => `${thread} ${program.nameOf(l)}`,
          });
    const shared = cluster?.end(explored.executions, task.options.verbose) ?? [];
    const verdict = { ...explored, notes: [...explored.notes, ...shared] };
    const unseen = unseenOf(program.loaded, task);
    if (unseen.length > 0) throw new UnseenLoaded(unseen);
    if (isEmpty(verdict)) throw new DristaError(messages.noExecution(task.program));
    if (isNothingSeen(task, program, verdict)) throw new DristaError(messages.nothingSeen(task.program));
    if (program.rolledBack || sampled.rolledBack || (task.options.jobs > 1 && mayRollBack(task)))
      confirmAll(verdict, program, sampled, confirmation);
    const found: Shown[] = [
      ...verdict.errors.map((error) => ({ error, program })),
      ...(verdict.sampled?.errors ?? []).map((error) => ({ error, program: sampled.program })),
    ];
    const describe = descriptions(task);
    const asFound = describe(found);
    const names = asFound.names(program);
    const outcomes = tally?.all(verdict.executions);
    if (outcomes !== undefined && program.rolledBack && task.savesOutcomes === true)
      for (const outcome of outcomes) confirmation.confirmExecution({ ...outcome, involved: [] }, 'outcome', program);
    const rows = outcomes?.map((outcome) => describeOutcome(outcome, task, program, names));
    const said = [...verdict.notes, ...program.notes, ...loopNotes(program, verdict)];
    const notes = mergedNotes(said.map((note) => names.text(note))).concat([
      ...unobservedNotes([...verdict.errors, ...(verdict.sampled?.errors ?? [])], task),
      ...missedAtomicNotes(task),
    ]);
    const isOver = verdict.errors.length > 0 && !task.options['keep-going'];
    const limitsHit = [...verdict.limitsHit, ...(program.fewValues && !isOver ? ['values'] : [])];
    const summary = summaryOf(task, { ...verdict, notes, limitsHit }, program, seconds(), left);
    const outcome = asFound.outcome(summary, rows);
    if (found.length === 0 || task.options['no-minimise']) return outcome;
    hooks.onOutcome(outcome);
    const taken = (Date.now() - started) / 1000;
    minimising = new Minimising(task, confirmation, {
      taken,
      left: (task.options['time-limit'] ?? Infinity) - taken,
      executions: verdict.executions,
      interrupted: hooks.interrupted,
    });
    return describe(minimising.shorten(found)).outcome(summary, rows);
  } finally {
    cluster?.end(0, false);
    minimising?.stop();
    inputs?.stop();
    server.stop();
    sampled.stop();
    confirmation.stop();
  }
}

/** The task with what the started program shows of its code (withUnseen). Stops the server if it throws. */
function seenTask(task: Task, server: Server): Task {
  try {
    return withUnseen(task, server.modules);
  } catch (error) {
    server.stop();
    throw error;
  }
}

function symbolicSearch({ options, program, arguments: given }: Task, hooks: Hooks, started: number): SymbolicSearch {
  const limit = options['time-limit'];
  const folder = options['write-tests'];
  const outside = outsideInputs(options);
  const places = outside.filter(({ kind }) => kind === 'argument').length;
  const sent = options.client === undefined ? undefined : readFileSync(options.client);
  const command = { program, arguments: given.slice(0, given.length - places), sent };
  const tests = folder === undefined ? undefined : new TestCaseFolder(folder, command);
  return new SymbolicSearch(
    {
      maxInputs: options['max-inputs'],
      keepGoing: options['keep-going'],
      interrupted: hooks.interrupted,
      left: () => (limit === undefined ? undefined : limit - (Date.now() - started) / 1000),
      outside,
      onInput: (test) => tests?.write(test),
    },
    () => new Solver(),
  );
}

function confirmAll(
  { errors, sampled }: Verdict,
  program: ProcessProgram,
  sampledProgram: SampledProgram,
  confirmation: Confirmation,
): void {
  for (const error of errors) confirmation.confirm(error, program);
  for (const error of sampled?.errors ?? []) confirmation.confirm(error, sampledProgram.program);
}

/**
 * Did the check observe nothing of the program: neither memory accesses, nor a thread with calls? Then no claim can be
 * made.
 */
function isNothingSeen({ entry: { sight } }: Task, program: ProcessProgram, { errors, limitsHit }: Verdict): boolean {
  return sight === 'calls' && program.names.length === 0 && errors.length === 0 && limitsHit.length === 0;
}

/** A hint at a loop that may never end, if a limit other than one on loops has ended the check. */
function loopNotes(program: ProcessProgram, { limitsHit }: Verdict): string[] {
  if (!limitsHit.some((limit) => ['time', 'interrupted', 'memory'].includes(limit))) return [];
  const loop = endlessLoop(program.nodes);
  return loop === undefined ? [] : [messages.endlessLoop(loopText(loop, program.place(loop.site)))];
}

function exploreUntil(
  program: ProcessProgram,
  server: Server,
  sampled: SampledProgram,
  task: Task,
  hooks: Hooks,
  started: number,
  tally: OutcomeTally | undefined,
  resume: ExplorationCheckpoint | undefined,
  cluster: ClusterCheck | undefined,
  checkpoints: Pick<ExploreOptions, 'onLimit' | 'onSave'>,
): Verdict {
  const { options } = task;
  const threads = {
    workers: options.jobs,
    file: threadFile(),
    data: (start: WorkerStart): HelperData => ({ task, start, traits: programTraits(task, server.modules) }),
    resourceLimits,
  };
  const stateThreads = {
    ...threads,
    data: (start: StateThreadStart): StateHelperData => ({ task, states: start }),
  };
  const exploreOptions: ExploreOptions = {
    ...exploreOptionsOf(options),
    // Where histories are not known to meet, states are as many as executions.
    turns: task.changesOver === true && usesLocalStates(task, server.modules) ? { after: MUCH_WORK } : undefined,
    timeLimitSeconds: timeLeft(task, started),
    onProgress: (p) => {
      hooks.onProgress({ ...p, runs: program.statistics.runs, workers: cluster?.workers });
    },
    interrupted: hooks.interrupted,
    onExecution:
      tally &&
      ((execution, n) => {
        tally.add(execution, n);
      }),
    resume,
    ...checkpoints,
    sampling: options.chance === 0 ? undefined : { share: options.chance / 100, program: () => sampled.program },
    startWorkers: options.jobs === 1 ? undefined : (worker) => new ThreadLead(program, worker, server, threads),
    frontier: options.jobs === 1 ? undefined : { start: () => startStateThreads(stateThreads) },
    leadParts: cluster && ((worker) => cluster.leadParts(program, worker)),
  };
  try {
    return explore(program, exploreOptions);
  } catch (error) {
    const isOfRuns = error instanceof Nondeterminism || error instanceof ServerFailure;
    if (isOfRuns && mayRollBack(task) && (program.rolledBack || sampled.rolledBack) && !hooks.interrupted())
      throw new RollbackFailure();
    if (error instanceof Nondeterminism) error.message = namesOf(program).text(error.message);
    throw explained(error, task, program);
  }
}

/** The remaining seconds of the time limit: all of them, except in a check that is repeated. */
function timeLeft({ options, asProcesses }: Task, started: number): number | undefined {
  const limit = options['time-limit'];
  if (limit === undefined || (asProcesses === undefined && !options.symbolic)) return limit;
  return Math.max(1e-3, limit - (Date.now() - started) / 1000);
}

/** The data with which the thread of a further worker starts. */
export interface HelperData {
  readonly task: Task;
  readonly start: WorkerStart;
  /** The traits of the first worker's program. */
  readonly traits: ProgramTraits;
}

/** The data with which a thread starts that explores states. */
export interface StateHelperData {
  readonly task: Task;
  readonly states: StateThreadStart;
}

/** The work of such a thread, until the check ends. */
export function helpByExploringStates({ task, states }: StateHelperData): void {
  helpByStates(states, exploreOptionsOf(task.options));
}

/** The work of another worker's thread: explores what the check hands it, until the check ends. */
export function helpToCheck({ task, start, traits }: HelperData): void {
  const { options } = task;
  help(
    start,
    () => {
      const server = startServer(task);
      return { server, program: new ProcessProgram(server, programOptions(task, traits, start.program)) };
    },
    exploreOptionsOf(options),
  );
}
