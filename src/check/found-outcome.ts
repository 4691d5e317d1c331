/** An outcome that was found, as a row of the report and as an execution that can be saved. */
import type { Outcome } from '../outcomes/outcome';
import type { FoundError } from '../explore/common/verdict';
import { OutcomeTally, type CountedOutcome } from '../outcomes/outcome-tally';
import { outcomeText } from '../outcomes/outcome-text';
import type { ProcessProgram } from '../program/process-program';
import type { BinaryNames } from '../report/binary-names';
import { expectedOf } from '../report/expected';
import { reportOutcome } from '../report/report-error';
import { executionName, savedSteps } from '../report/saved';
import type { SavedExecution } from '../report/saved-format';
import { savedConditions } from './saved-conditions';
import { historyOutcome } from '../spec/call-history';
import type { CheckRequest } from './check-request';

export interface OutcomeRow {
  /** With names of data in the place of addresses. */
  readonly outcome: Outcome;
  /** Equal keys: the same outcome, also under another model. */
  readonly key: string;
  readonly executions: number;
  /** Undefined: it was not asked for. */
  readonly saved: Omit<SavedExecution, 'format'> | undefined;
}

/** `program`: the one that was explored; `names` looks names up in it. */
export function describeOutcome(
  { outcome, key, executions, trace, schedule }: CountedOutcome,
  request: CheckRequest,
  program: ProcessProgram,
  names: BinaryNames,
): OutcomeRow {
  const saves = request.savesOutcomes === true;
  const values = outcome.values.map(({ value }) => value);
  // Looking names up costs a run. Values may hold placeholders of names.
  if (saves || values.some((value) => value.includes('{*')))
    names.load(saves ? trace.map((e) => e.label) : [], values, schedule);
  const named = { ...outcome, values: outcome.values.map((v) => ({ ...v, value: names.text(v.value) })) };
  if (!saves) return { outcome: named, key, executions, saved: undefined };
  const decisions = savedSteps(schedule, program.locations);
  const name = executionName([request.buildId, ...request.arguments, 'outcome'], decisions.steps, program.names);
  const report = reportOutcome({ trace, message: outcomeText(named) }, names, name);
  const expected = expectedOf({ trace, involved: [] }, program.locations);
  return {
    outcome: named,
    key,
    executions,
    saved: { ...decisions, name, ...savedConditions(request, program), expected, report },
  };
}

/** Counts the outcomes that the request wants; undefined: none. */
export function tallyFor({ outcomes, mostSteps }: CheckRequest): OutcomeTally | undefined {
  if (outcomes === undefined) return undefined;
  return outcomes === 'history' ? new OutcomeTally((graph) => historyOutcome(graph, mostSteps)) : new OutcomeTally();
}

/** The outcome that the request calls an error, as one, if it is among these. */
export function refutedOutcome({ refuted }: CheckRequest, outcomes: readonly CountedOutcome[]): FoundError[] {
  const found = outcomes.find(({ key }) => key === refuted?.key);
  if (refuted === undefined || found === undefined) return [];
  const { trace, schedule } = found;
  return [{ kind: 'specification', message: refuted.message, involved: [], trace, schedule }];
}
