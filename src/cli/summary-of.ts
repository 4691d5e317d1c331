/** The summary of a check that has ended. */
import type { Verdict } from '../explore/common/verdict';
import { resumableLimits } from '../explore/session/stop';
import type { ProcessProgram } from '../program/process-program';
import type { ReportError } from '../report/report';
import type { Summary, VerdictName } from '../report/summary';
import { messages } from './messages';
import { peakMemory } from './peak';
import type { WrittenCheckpoint } from './task-checkpoint';
import { levelOf, notesOn } from './sight';
import type { Task } from './task';

/** `errors`: the reports of all errors of the verdict; `left`: the file to resume from. */
export function summaryOf(
  task: Task,
  verdict: Verdict,
  program: ProcessProgram,
  errors: ReportError[],
  seconds: number,
  left: WrittenCheckpoint,
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
  return jobs > 1 && limitsHit.some((l) => resumableLimits.includes(l)) ? [messages.noCheckpointWithJobs] : [];
}

function verdictName(verdict: Verdict): VerdictName {
  if (verdict.errors.length > 0 || (verdict.sampled?.errors.length ?? 0) > 0) return 'error';
  return verdict.limitsHit.length > 0 ? 'inconclusive' : 'verified';
}
