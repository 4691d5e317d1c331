/** The summary of a check that has ended. */
import type { Verdict } from '../explore/common/verdict';
import { resumableLimits } from '../explore/session/stop';
import type { ProcessProgram } from '../program/process-program';
import type { Summary, VerdictName } from '../report/summary';
import { checkMessages } from './check-messages';
import { peakMemory } from './peak-memory';
import type { WrittenCheckpoint } from './checkpoint-file';
import { faultNotes, faultSummary } from './fault-summary';
import { boundOf } from './settings';
import { levelOf, notesOn } from './visibility';
import type { CheckRequest } from './check-request';
import { localStatesHindrance, wantsLocalStates } from './checked-program';

/** The summary, without the reports of errors. `left`: the file to resume from. */
export function summaryOf(
  request: CheckRequest,
  verdict: Verdict,
  program: ProcessProgram,
  seconds: number,
  left: WrittenCheckpoint,
): Summary {
  const { settings } = request;
  const { model, equivalence, strategy } = settings;
  const faults = faultSummary(request, program);
  const bound = boundOf(settings);
  const { executions, blocked, crashes, deadEnds, events, limitsHit, notes } = verdict;
  return {
    program: request.program,
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
    // Those of one input say nothing of the others.
    ...(settings.symbolic === undefined ? { nodes: program.nodes.length } : {}),
    peakMemory: peakMemory(),
    limitsHit,
    errors: [],
    notes: [
      ...notes,
      ...notesOn(request, program.loaded),
      ...notRolledBack(request, program),
      ...(left.note === undefined ? [] : [left.note]),
      ...jobsNotes(request, verdict, left),
      ...faultNotes(request, program),
      ...(settings.verbose ? localStatesNote(request, program) : []),
    ],
    ...isolationOf(request, program),
    ...levelOf(request),
    ...(left.file === undefined ? {} : { checkpoint: left.file }),
    ...(verdict.explored === undefined ? {} : { explored: verdict.explored }),
    ...(verdict.sampled === undefined
      ? {}
      : { sampled: { executions: verdict.sampled.executions, runs: verdict.sampled.runs } }),
    ...(bound === undefined ? {} : { bound }),
    ...(faults === undefined ? {} : { faults }),
    ...(settings.crash === undefined ? {} : { crashes }),
  };
}

function isolationOf(
  { settings, asProcesses }: CheckRequest,
  program: ProcessProgram,
): Pick<Summary, 'isolation' | 'isolationReason'> {
  if (settings.isolation === 'process') return { isolation: 'process' };
  const reason =
    asProcesses ?? program.asProcesses ?? (settings.showOutput === undefined ? undefined : checkMessages.shown);
  return reason === undefined ? { isolation: 'rollback' } : { isolation: 'process', isolationReason: reason };
}

/** A note if `--tune isolation=rollback` was given and runs were processes nevertheless. */
function notRolledBack(request: CheckRequest, program: ProcessProgram): string[] {
  const { isolationReason } = isolationOf(request, program);
  return request.settings.isolation === 'rollback' && isolationReason !== undefined
    ? [checkMessages.asProcesses(isolationReason)]
    : [];
}

/** Notes if `--jobs` had no effect, and if a limit has ended an exploration of several workers, which left no file. */
function jobsNotes({ settings: { jobs } }: CheckRequest, verdict: Verdict, { file }: WrittenCheckpoint): string[] {
  if (jobs === 1) return [];
  if (verdict.byStates === true && verdict.stateWorkers === undefined) return [checkMessages.statesByOneWorker];
  const limited = verdict.limitsHit.some((l) => resumableLimits.includes(l));
  return limited && file === undefined ? [checkMessages.noCheckpointWithJobs] : [];
}

/** The number of local states, or why they are not known. */
function localStatesNote({ settings }: CheckRequest, program: ProcessProgram): string[] {
  if (!wantsLocalStates(settings)) return [];
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
