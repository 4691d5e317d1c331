/** One check from start to end, without a user: the program's server, its exploration, what is told of it. */
import type { Entry } from '../build/way';
import { fixedEnvironment, Server } from '../channel/server';
import { DristaError } from '../errors';
import { explore, type ExploreOptions, type Progress } from '../explore/explorer';
import { Stop } from '../explore/session';
import type { FoundError, Verdict } from '../explore/verdict';
import { Nondeterminism } from '../program/outcomes';
import { ProcessProgram } from '../program/process-program';
import { Symbols } from '../program/symbols';
import { BinaryNames } from '../report/binary-names';
import type { Summary, VerdictName } from '../report/json';
import { reportError, type ReportError } from '../report/report';
import { expectedOf } from '../report/expected';
import { executionName, savedAtoms, savedSteps, type Saved } from '../report/saved';
import { messages } from './messages';
import type { CheckOptions } from './options';

export interface Task {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly buildId: string;
  /** How drista gets into it. */
  readonly entry: Entry;
  readonly options: CheckOptions;
}

/** How far a check has come. */
export interface CheckProgress extends Progress {
  readonly runs: number;
}

export interface Hooks {
  /** The program runs as this process, which is also its process group. */
  readonly onStart: (pid: number) => void;
  readonly onProgress: (p: CheckProgress) => void;
  /** Asked now and then: should the exploration end? */
  readonly interrupted: () => boolean;
}

export interface Outcome {
  readonly summary: Summary;
  /** For each error of the summary the execution that shows it. */
  readonly saved: readonly Omit<Saved, 'format'>[];
}

/** Checks the program. DristaErrors say why that is not possible. */
export function check(task: Task, hooks: Hooks): Outcome {
  const started = Date.now();
  const { options } = task;
  const server = new Server(task.program, { args: task.arguments, env: fixedEnvironment(task.entry) });
  try {
    hooks.onStart(server.pid);
    const program = new ProcessProgram(server, { runSeconds: options['run-limit'], maxEvents: options['max-steps'], output: options['show-output'], spurious: options['spurious-wakeups'] });
    const verdict = exploreUntil(program, task, hooks);
    const symbols = new Symbols(server.modules);
    const names = new BinaryNames(program, symbols);
    const pairs = verdict.errors.map((error) => tell(error, task, program, names));
    return { summary: summaryOf(task, { ...verdict, notes: [...verdict.notes, ...program.notes.map((note) => names.text(note))] }, program, pairs.map((p) => p.report), (Date.now() - started) / 1000), saved: pairs.map((p) => p.saved) };
  } finally {
    server.stop();
  }
}

function exploreUntil(program: ProcessProgram, { program: path, entry, options }: Task, hooks: Hooks): Verdict {
  let stopped = false;
  const exploreOptions: ExploreOptions = {
    model: options.model, equivalence: options.equivalence, strategy: options.strategy, seed: options.seed, depth: options['pct-depth'],
    keepGoing: options['keep-going'], runAll: options.runs === 'all',
    maxExecutions: options['max-executions'], maxSteps: options['max-steps'], timeLimitSeconds: options['time-limit'],
    checkExitCode: options['check-exit-code'],
    onProgress: (p) => {
      hooks.onProgress({ ...p, runs: program.statistics.runs });
      if (!hooks.interrupted()) return;
      stopped = true;
      throw new Stop('interrupted');
    },
  };
  try {
    const verdict = explore(program, exploreOptions);
    return stopped ? { ...verdict, limitsHit: [...verdict.limitsHit, 'interrupted'] } : verdict;
  } catch (error) {
    if (!(error instanceof Nondeterminism)) throw error;
    throw new DristaError(entry.sight === 'calls' ? messages.nondeterminismOfCalls(path, error.what) : messages.nondeterminism(path, error.message));
  }
}

function tell(error: FoundError, task: Task, program: ProcessProgram, names: BinaryNames): { report: ReportError; saved: Omit<Saved, 'format'> } {
  names.load([...error.trace, ...error.involved].map((e) => e.label));
  const decisions = savedSteps(error.schedule, program.locations);
  const name = executionName([task.buildId, ...task.arguments, error.kind], decisions.steps, program.names);
  const report = reportError(error, names, name);
  const { model, equivalence } = task.options;
  const saved = {
    ...decisions, name, program: task.program, arguments: task.arguments, buildId: task.buildId, model, equivalence,
    threads: program.names, atoms: savedAtoms(program.promoted), expected: expectedOf(error, program.locations), report,
  };
  return { report, saved };
}

function summaryOf(task: Task, verdict: Verdict, program: ProcessProgram, errors: ReportError[], seconds: number): Summary {
  const { model, equivalence, strategy } = task.options;
  const { executions, blocked, deadEnds, events, limitsHit, notes } = verdict;
  return {
    program: task.program, model, equivalence, strategy, verdict: verdictName(verdict), executions, blocked, deadEnds,
    runs: program.statistics.runs, events, seconds, limitsHit, errors, notes: [...notes, ...notesOn(task)],
    ...levelOf(task),
  };
}

/** What is to be said of a program that was not built with `drista cc`. */
export function notesOn({ program, entry: { way } }: Task): string[] {
  if (way === 'drista') return [];
  return [way === 'plain' ? messages.seesCalls(program) : messages.seesSanitized(program, way)];
}

export function levelOf({ entry }: Task): Pick<Summary, 'level'> {
  return entry.sight === 'calls' ? { level: 'pthread-calls' } : {};
}

function verdictName(verdict: Verdict): VerdictName {
  if (verdict.errors.length > 0) return 'error';
  return verdict.limitsHit.length > 0 ? 'inconclusive' : 'verified';
}
