/** Errors that were found, as reports and as executions that can be saved. */
import { Symbols } from '../debug-info/symbols';
import type { CoveredPair } from '../fuzz/covered-pairs';
import { decisionsOf } from '../minimise/decided';
import type { FoundError } from '../explore/common/verdict';
import { isShorter, lengthOf, type Length } from '../minimise/shorter';
import type { ProcessProgram } from '../program/process-program';
import { BinaryNames } from '../report/binary-names';
import { expectedOf } from '../report/expected';
import type { ReportError, ReportLength } from '../report/report';
import { reportError } from '../report/report-error';
import { executionName, savedSteps } from '../report/saved';
import type { SavedExecution } from '../report/saved-format';
import type { Summary } from '../report/summary';
import type { OutcomeRow } from './found-outcome';
import { mixesSizes, type Shown } from './minimising';
import { savedConditions } from './saved-conditions';
import type { CheckRequest } from './check-request';
import { scheduleText } from './schedule-string';
import { whatMayPrevent } from './unseen-code';

/** The results of a check. */
export interface CheckOutcome {
  readonly summary: Summary;
  /** For each error of the summary the execution that shows it. */
  readonly saved: readonly Omit<SavedExecution, 'format'>[];
  /** If they were asked for: the outcomes of executions without errors. */
  readonly outcomes?: readonly OutcomeRow[];
  /** Of a known execution that was to be followed: could it be? */
  readonly followed?: boolean;
  /** Of fuzzing: which reads have read from which writes, and which might. */
  readonly pairs?: readonly CoveredPair[];
}

/** Errors in words. */
export interface Descriptions {
  /** The names that the descriptions of the program's errors use. */
  names(program: ProcessProgram): BinaryNames;
  /** The outcome of the check: the summary with the errors, and the rows of outcomes. */
  outcome(summary: Summary, rows?: readonly OutcomeRow[]): CheckOutcome;
}

/** Names in the program's executable and libraries, including those that its runs have loaded. */
export function namesOf(program: ProcessProgram): BinaryNames {
  return new BinaryNames(program, new Symbols(program.modules));
}

/** Describes errors of the request, each with the execution that is reported. */
export function descriptions(request: CheckRequest): (found: readonly Shown[]) => Descriptions {
  const known = new Map<ProcessProgram, BinaryNames>();
  const names = (program: ProcessProgram): BinaryNames => {
    const all = known.get(program) ?? namesOf(program);
    known.set(program, all);
    return all;
  };
  return (found) => {
    const pairs = found.map((shown) => describeFound(shown, request, names(shown.program)));
    return {
      names,
      outcome: (summary, rows) => ({
        summary: { ...summary, errors: pairs.map((p) => p.report) },
        saved: pairs.map((p) => p.saved),
        ...(rows === undefined ? {} : { outcomes: rows }),
      }),
    };
  };
}

/** `names` looks names up in the program of the error. */
function describeFound(
  { error, program, foundLength, decided }: Shown,
  request: CheckRequest,
  names: BinaryNames,
): { report: ReportError & { readonly length: ReportLength }; saved: Omit<SavedExecution, 'format'> } {
  names.load(
    [...error.trace, ...error.involved].map((e) => e.label),
    [error.message, ...program.notes],
    error.schedule,
  );
  const decisions = savedSteps(error.schedule, program.locations);
  const input = error.input === undefined ? [] : [Buffer.from(error.input).toString('hex')];
  const orders =
    request.orders === undefined ? [] : [JSON.stringify(request.orders.map((o) => [o.order, o.failOrder]))];
  const of = [request.buildId, ...request.arguments, error.kind, ...input, ...orders];
  const name = executionName(of, decisions.steps, program.names);
  const length = lengthOf(error);
  const isFewer =
    foundLength !== undefined && isShorter({ ...length, interleaved: foundLength.interleaved }, foundLength);
  const prevented = whatMayPrevent(error, request),
    certain = reportError(error, names, name);
  const schedule = scheduleOf(error, request, program);
  const report = {
    ...certain,
    ...(prevented.length === 0 ? {} : { message: `possible ${certain.message}`, possible: prevented }),
    length: reportLength(length),
    ...(isFewer ? { foundLength: reportLength(foundLength) } : {}),
    ...(decided === undefined ? {} : { decided }),
    ...(schedule === undefined ? {} : { schedule }),
  };
  const expected = expectedOf(error, program.locations);
  return { report, saved: { ...decisions, name, ...savedConditions(request, program, error.input), expected, report } };
}

/**
 * The execution as a string (schedule-string.ts). Undefined: what its reads return does not determine it, or the
 * program runs under more than options and arguments say.
 */
function scheduleOf(error: FoundError, request: CheckRequest, program: ProcessProgram): string | undefined {
  const { options, orders, unseen, settings, cluster } = request;
  if (options === undefined || orders !== undefined || unseen !== undefined || cluster !== undefined) return undefined;
  if (error.loop !== undefined || mixesSizes(error) || settings.crash !== undefined) return undefined;
  const { trace, input } = error;
  if (trace.some(({ source }, at) => source > at)) return undefined; // load buffering: no walk reads so
  const decisions = decisionsOf(trace).map(({ decided }) => decided);
  const last = Math.max(0, ...trace.map(({ thread }) => thread));
  return scheduleText({ options, threads: program.names.slice(0, last), input, decisions });
}

function reportLength({ switches, events }: Length): ReportLength {
  return { contextSwitches: switches, events };
}
