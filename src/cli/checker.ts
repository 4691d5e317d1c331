/** One check from start to end, without a user: the program's server, its exploration, what is told of it. */
import { join } from 'node:path';
import { reasonOf } from '../base/bounded-file';
import { launchEnvironment } from '../channel/environment';
import { Server } from '../channel/server';
import { DristaError } from '../base/errors';
import { explore } from '../explore/explorer';
import type { ExploreOptions, ExplorationCheckpoint } from '../explore/explore-options';
import type { Progress } from '../explore/session/session-options';
import { resumableLimits } from '../explore/session/stop';
import type { FoundError, Verdict } from '../explore/common/verdict';
import { Nondeterminism } from '../program/outcomes';
import { help } from '../parallel/helper';
import { ThreadLead, type WorkerStart } from '../parallel/lead';
import type { ProgramCheckpoint } from '../program/program-checkpoint';
import { ProcessProgram, type ProcessProgramOptions } from '../program/process-program';
import { Symbols } from '../debug-info/symbols';
import { BinaryNames } from '../report/binary-names';
import type { Summary, VerdictName } from '../report/json';
import { mergedNotes } from '../report/merged-notes';
import { reportError, type ReportError } from '../report/report';
import { expectedOf } from '../report/expected';
import { executionName, savedAtoms, savedSteps } from '../report/saved';
import type { SavedExecution } from '../report/saved-format';
import { preemptionsOf } from './bound';
import { readBody, writeCheckpoint, type CheckpointBody } from './checkpoint-file';
import { hasRoom } from './heap-room';
import { messages } from './messages';
import { keptOptions, type CheckOptions } from './option-table';
import type { Task } from './task';
import { peakMemory } from './peak';
import { resourceLimits } from './stack';
import { levelOf, notesOn, unseenNotes, unseenOf } from './sight';

/** How far a check has come. */
export interface CheckProgress extends Progress {
  readonly runs: number;
}

export interface Hooks {
  readonly onProgress: (p: CheckProgress) => void;
  /** Asked at every state: should the exploration end? */
  readonly interrupted: () => boolean;
  /** A limit has ended the exploration; a file is written for going on, which may take a while. */
  readonly onKeeping: () => void;
}

export interface CheckOutcome {
  readonly summary: Summary;
  /** For each error of the summary the execution that shows it. */
  readonly saved: readonly Omit<SavedExecution, 'format'>[];
}

/** Checks the program. DristaErrors say why that is not possible. */
export function check(task: Task, hooks: Hooks): CheckOutcome {
  const started = Date.now();
  const before = task.resume === undefined ? undefined : readBody(task.resume);
  const server = startServer(task);
  const sampled = new SampledProgram(task, before?.sampled);
  try {
    if (before !== undefined && JSON.stringify(before.modules) !== JSON.stringify(server.modules))
      throw new DristaError(messages.checkpointOfLibraries(task.resume!));
    const program = new ProcessProgram(server, programOptions(task, before?.program));
    let left: Left = {};
    const seconds = (): number => (before?.seconds ?? 0) + (Date.now() - started) / 1000;
    const verdict = exploreUntil(program, server, sampled, task, hooks, before?.exploration, (exploration) => {
      hooks.onKeeping();
      left = leave(task, () => ({
        exploration: exploration(),
        program: program.keep(),
        sampled: sampled.keep(),
        modules: server.modules,
        seconds: seconds(),
      }));
    });
    const symbols = new Symbols(program.modules);
    const names = new BinaryNames(program, symbols);
    const pairs = verdict.errors.map((error) => tell(error, task, program, names));
    for (const error of verdict.sampled?.errors ?? [])
      pairs.push(tell(error, task, sampled.program, new BinaryNames(sampled.program, symbols)));
    const notes = mergedNotes([...verdict.notes, ...program.notes].map((note) => names.text(note))).concat(
      unseenNotes(verdict, task, server),
    );
    return {
      summary: summaryOf(
        task,
        { ...verdict, notes },
        program,
        pairs.map((p) => p.report),
        seconds(),
        left,
      ),
      saved: pairs.map((p) => p.saved),
    };
  } finally {
    server.stop();
    sampled.stop();
  }
}

function startServer({ program, arguments: args, environment, entry, options, memory }: Task): Server {
  const env = launchEnvironment(environment, { entry, nondet: options.nondet, memory });
  return new Server(program, { args, env, output: outputOf(options) });
}

/**
 * The program once more, for the executions that chance chooses: a process of its own, which is started when it is
 * needed.
 */
class SampledProgram {
  private server: Server | undefined;
  private started: ProcessProgram | undefined;

  constructor(
    private readonly task: Task,
    private readonly kept: ProgramCheckpoint | undefined,
  ) {}

  get program(): ProcessProgram {
    return (this.started ??= new ProcessProgram(
      (this.server ??= startServer(this.task)),
      programOptions(this.task, this.kept),
    ));
  }

  keep(): ProgramCheckpoint | undefined {
    return this.started === undefined ? this.kept : this.started.keep();
  }

  stop(): void {
    this.server?.stop();
  }
}

/** Where the program's stdout is shown: where JSON goes to ours, nothing else may. */
function outputOf(options: CheckOptions): 1 | 2 | undefined {
  if (!options['show-output']) return undefined;
  return options.json === '-' ? 2 : 1;
}

/** The file that was left, or why there is none. */
interface Left {
  readonly file?: string;
  readonly note?: string;
}

/** What was found is worth more than a file, so it is told even if that cannot be written. */
function leave(
  { checkpoint, program, arguments: words, environment, buildId, options }: Task,
  body: () => CheckpointBody,
): Left {
  try {
    return {
      file: writeCheckpoint(
        checkpoint,
        { program, arguments: words, environment, buildId, options: keptOptions(options) },
        body(),
      ),
    };
  } catch (error) {
    if (error instanceof DristaError) throw error;
    return { note: messages.nothingLeft(checkpoint.file, reasonOf(error)) };
  }
}

function programOptions({ options, memory }: Task, kept: ProgramCheckpoint | undefined): ProcessProgramOptions {
  return {
    runSeconds: options['run-limit'],
    maxEvents: options['max-steps'],
    output: options['show-output'],
    spurious: options['spurious-wakeups'],
    timeouts: options.timeouts,
    rollback: options.isolation === 'rollback',
    memory,
    kept,
  };
}

/** What all workers explore. */
function explored(options: CheckOptions): ExploreOptions {
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

function exploreUntil(
  program: ProcessProgram,
  server: Server,
  sampled: SampledProgram,
  task: Task,
  hooks: Hooks,
  resume: ExplorationCheckpoint | undefined,
  onLimit: (keep: () => ExplorationCheckpoint) => void,
): Verdict {
  const { options } = task;
  const threads = {
    workers: options.jobs,
    file: join(__dirname, 'worker.js'),
    data: (start: WorkerStart): HelperData => ({ task, start }),
    resourceLimits,
  };
  const exploreOptions: ExploreOptions = {
    ...explored(options),
    timeLimitSeconds: options['time-limit'],
    onProgress: (p) => {
      hooks.onProgress({ ...p, runs: program.statistics.runs });
    },
    interrupted: hooks.interrupted,
    resume,
    onLimit,
    sampling: options.chance === 0 ? undefined : { share: options.chance / 100, program: () => sampled.program },
    startWorkers: options.jobs === 1 ? undefined : (worker) => new ThreadLead(program, worker, server, threads),
  };
  try {
    return explore(program, exploreOptions);
  } catch (error) {
    if (error instanceof Nondeterminism)
      error.message = new BinaryNames(program, new Symbols(program.modules)).text(error.message);
    throw explained(error, task, server);
  }
}

/** Why a program cannot be checked, with what drista does not see of it. */
function explained(error: unknown, { program, entry: { sight } }: Task, server: Server): unknown {
  if (error instanceof Nondeterminism && sight === 'calls') {
    return new DristaError(
      messages.refusal(messages.nondeterminismOfCalls(program, error.message), unseenOf(server.modules)),
    );
  }
  if (error instanceof Nondeterminism)
    return new DristaError(messages.nondeterminism(program, error.message, unseenOf(server.modules)));
  return error instanceof DristaError
    ? new DristaError(messages.refusal(error.message, unseenOf(server.modules)))
    : error;
}

/** What a thread gets that helps to check. */
export interface HelperData {
  readonly task: Task;
  readonly start: WorkerStart;
}

/** Helps the check that has started this thread, until that ends. */
export function helpToCheck({ task, start }: HelperData): void {
  const { options } = task;
  help(
    start,
    () => {
      const server = startServer(task);
      return { server, program: new ProcessProgram(server, programOptions(task, start.program)) };
    },
    explored(options),
  );
}

function tell(
  error: FoundError,
  task: Task,
  program: ProcessProgram,
  names: BinaryNames,
): { report: ReportError; saved: Omit<SavedExecution, 'format'> } {
  names.load(
    [...error.trace, ...error.involved].map((e) => e.label),
    [error.message, ...program.notes],
    error.schedule,
  );
  const decisions = savedSteps(error.schedule, program.locations);
  const name = executionName([task.buildId, ...task.arguments, error.kind], decisions.steps, program.names);
  const report = reportError(error, names, name);
  const { model, equivalence } = task.options;
  const saved = {
    ...decisions,
    name,
    program: task.program,
    arguments: task.arguments,
    environment: task.environment,
    buildId: task.buildId,
    model,
    equivalence,
    ...(task.options['spurious-wakeups'] ? { spurious: true } : {}),
    timeouts: task.options.timeouts,
    ...(task.options.nondet === undefined ? {} : { nondet: task.options.nondet }),
    threads: program.names,
    atoms: savedAtoms(program.promoted),
    expected: expectedOf(error, program.locations),
    report,
  };
  return { report, saved };
}

function summaryOf(
  task: Task,
  verdict: Verdict,
  program: ProcessProgram,
  errors: ReportError[],
  seconds: number,
  left: Left,
): Summary {
  const { options } = task;
  const { model, equivalence, strategy } = options;
  const { executions, blocked, deadEnds, events, limitsHit, notes } = verdict;
  return {
    program: task.program,
    model,
    equivalence,
    strategy,
    verdict: verdictName(verdict),
    executions,
    blocked,
    deadEnds,
    runs: program.statistics.runs,
    events,
    seconds,
    nodes: program.nodes.length,
    peakMemory: peakMemory(),
    limitsHit,
    errors,
    notes: [
      ...notes,
      ...notesOn(task, program.loaded),
      ...(left.note === undefined ? [] : [left.note]),
      ...notKept(task, verdict),
    ],
    ...levelOf(task),
    ...(left.file === undefined ? {} : { checkpoint: left.file }),
    ...(verdict.explored === undefined ? {} : { explored: verdict.explored }),
    ...(verdict.sampled === undefined
      ? {}
      : { sampled: { executions: verdict.sampled.executions, runs: verdict.sampled.runs } }),
    ...(options.bound === undefined ? {} : { bound: options.bound }),
  };
}

/** Where a limit has ended what several workers explored. */
function notKept({ options: { jobs } }: Task, { limitsHit }: Verdict): string[] {
  return jobs > 1 && limitsHit.some((l) => resumableLimits.includes(l)) ? [messages.notKeptByJobs] : [];
}

function verdictName(verdict: Verdict): VerdictName {
  if (verdict.errors.length > 0 || (verdict.sampled?.errors.length ?? 0) > 0) return 'error';
  return verdict.limitsHit.length > 0 ? 'inconclusive' : 'verified';
}
