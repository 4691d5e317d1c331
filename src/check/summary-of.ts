/** The summary of a check that has ended. */
import type { Verdict } from '../explore/common/verdict';
import { resumableLimits } from '../explore/session/stop';
import type { ProcessProgram } from '../program/process-program';
import type { Summary, VerdictName } from '../report/summary';
import { messages } from '../cli/messages';
import { peakMemory } from './peak-memory';
import type { WrittenCheckpoint } from './task-checkpoint';
import { levelOf, notesOn } from './sight';
import type { Task } from './task';
import { localStatesHindrance, wantsLocalStates } from './task-program';

/** The summary, without the reports of errors. `left`: the file to resume from. */
export function summaryOf(
  task: Task,
  verdict: Verdict,
  program: ProcessProgram,
  seconds: number,
  left: WrittenCheckpoint,
): Summary {
  const { options } = task;
  const { model, equivalence, strategy } = options;
  const { executions, blocked, deadEnds, events, limitsHit, notes } = verdict;
  return {
    program: task.program,
    model,
    equivalence: verdict.byStates === true ? 'state' : equivalence,
    strategy,
    verdict: verdictName(verdict),
    executions,
    ...(verdict.byStates === true ? { states: verdict.states } : {}),
    blocked,
    deadEnds,
    runs: program.statistics.runs,
    events,
    seconds,
    nodes: program.nodes.length,
    peakMemory: peakMemory(),
    limitsHit,
    errors: [],
    notes: [
      ...notes,
      ...notesOn(task, program.loaded),
      ...notRolledBack(task, program),
      ...(left.note === undefined ? [] : [left.note]),
      ...jobsNotes(task, verdict, left),
      ...(options.verbose ? localStatesNote(task, program) : []),
    ],
    ...isolationOf(task, program),
    ...levelOf(task),
    ...(left.file === undefined ? {} : { checkpoint: left.file }),
    ...(verdict.explored === undefined ? {} : { explored: verdict.explored }),
    ...(verdict.sampled === undefined
      ? {}
      : { sampled: { executions: verdict.sampled.executions, runs: verdict.sampled.runs } }),
    ...(options.bound === undefined ? {} : { bound: options.bound }),
  };
}

function isolationOf(
  { options, asProcesses }: Task,
  program: ProcessProgram,
): Pick<Summary, 'isolation' | 'isolationReason'> {
  if (options.isolation === 'process') return { isolation: 'process' };
  const reason = asProcesses ?? program.asProcesses ?? (options['show-output'] ? messages.shown : undefined);
  return reason === undefined ? { isolation: 'rollback' } : { isolation: 'process', isolationReason: reason };
}

/** A note if `--isolation rollback` was given and runs were processes nevertheless. */
function notRolledBack(task: Task, program: ProcessProgram): string[] {
  const { isolationReason } = isolationOf(task, program);
  return task.options.isolation === 'rollback' && isolationReason !== undefined
    ? [messages.asProcesses(isolationReason)]
    : [];
}

/** Notes if `--jobs` had no effect, and if a limit has ended an exploration of several workers, which left no file. */
function jobsNotes({ options: { jobs } }: Task, verdict: Verdict, { file }: WrittenCheckpoint): string[] {
  if (jobs === 1) return [];
  if (verdict.byStates === true && verdict.stateWorkers === undefined) return [messages.statesByOneWorker];
  const limited = verdict.limitsHit.some((l) => resumableLimits.includes(l));
  return limited && file === undefined ? [messages.noCheckpointWithJobs] : [];
}

/** The number of local states, or why they are not known. */
function localStatesNote({ options }: Task, program: ProcessProgram): string[] {
  if (!wantsLocalStates(options)) return [];
  const hindrance = localStatesHindrance(program.modules);
  return [
    hindrance === undefined
      ? `the threads have ${program.states} local states in ${program.nodes.length} histories`
      : `each history was run, as the local states of the threads are not known: ${hindrance}`,
  ];
}

function verdictName(verdict: Verdict): VerdictName {
  if (verdict.errors.length > 0 || (verdict.sampled?.errors.length ?? 0) > 0) return 'error';
  return verdict.limitsHit.length > 0 ? 'inconclusive' : 'verified';
}
