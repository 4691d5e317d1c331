/**
 * The report as SARIF 2.1.0 (OASIS), for code scanning: a result for each error, with the execution as a code flow that
 * has one thread flow for each thread.
 */
import { isAbsolute, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  CodeFlow,
  Location,
  Log,
  Notification,
  ReportingDescriptor,
  Result,
  Run,
  Stack,
  ThreadFlowLocation,
} from 'sarif';
import { version } from '../base/version';
import { foundKinds, type FoundKind } from '../explore/common/verdict';
import type { ReportForm, Write } from './form';
import { printable, printableData, printableJson } from './printable';
import {
  isError,
  placesOf,
  type ReportError,
  type ReportEvent,
  type ReportLocation,
  type ShownExecution,
} from './report';
import type { Reporter } from './reporter';
import type { ReportPlace } from './source-places';
import type { Summary } from './summary';
import { verdictText } from './verdict-text';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** Only drista writes a file that begins so. */
export const SARIF_BEGINNING = `{
  "$schema": "${SCHEMA}",
  "version": "2.1.0",
  "runs": [
    {
      "tool": {
        "driver": {
          "name": "drista"`;

/** What is wrong in each kind of error, in one sentence. */
const meanings: Readonly<Record<FoundKind, string>> = {
  'data-race': 'Two threads access the same data without synchronisation, and one of them writes it.',
  assertion: 'A check of the program fails.',
  abort: 'The program ends itself abnormally.',
  crash: 'A signal such as SIGSEGV ends the program.',
  deadlock: 'Threads wait for each other for ever.',
  livelock: 'Threads run for ever without getting on.',
  starvation: 'A thread may wait for ever while others go on, or stand still.',
  misuse: 'A synchronisation object is used as POSIX forbids.',
  memory: 'Memory is used that is not allocated, or is released wrongly.',
  'after-crash': 'What a loss of power may leave on the disk is wrong.',
  uninitialised: 'Memory is read that nothing has initialised.',
  'exit-code': 'The program ends with an exit code other than 0.',
  specification: 'Operations of a data structure return what its specification does not permit.',
};

/** `--report sarif=FILE`. */
export const sarifForm: ReportForm = {
  help: 'the result as SARIF 2.1.0, for code scanning',
  beginning: SARIF_BEGINNING,
  create: (write) => new SarifReporter(write),
};

/** Writes one run when the check has ended, or when it was not possible. */
class SarifReporter implements Reporter {
  private readonly results: Result[] = [];

  constructor(private readonly write: Write) {}

  error(error: ReportError, file: string | undefined): void {
    this.results.push(resultOf(printableData(error), file));
  }

  end(found: Summary): Promise<void> {
    const summary = printableData(found);
    const level = summary.verdict === 'inconclusive' ? 'warning' : 'note';
    const said = [
      ...summary.notes.map((text) => notification('note', text)),
      notification(level, verdictText(summary)),
    ];
    return this.write(sarifText(this.results, true, said));
  }

  failure(why: string): Promise<void> {
    return this.write(sarifText([], false, [notification('error', why)]));
  }
}

/** A rule beside the kinds of errors, which all files have. */
export interface OtherRule {
  readonly id: string;
  readonly text: string;
}

/** The whole file. `root`: the folder to which relative paths belong; `rules`: those beside the kinds of errors. */
export function sarifText(
  results: Result[],
  executionSuccessful: boolean,
  said: Notification[],
  root = process.cwd(),
  rules: readonly OtherRule[] = [],
): string {
  const all = [...foundKinds.map((id) => ({ id, text: meanings[id] })), ...rules];
  const run: Run = {
    tool: { driver: { name: 'drista', version: version(), rules: all.map(ruleOf) } },
    invocations: [{ executionSuccessful, toolExecutionNotifications: said }],
    originalUriBaseIds: { SRCROOT: { uri: `${pathToFileURL(root).href}/` } },
    columnKind: 'unicodeCodePoints',
    results,
  };
  const log: Log = { $schema: SCHEMA, version: '2.1.0', runs: [run] };
  return printableJson(log, 2);
}

function ruleOf({ id, text }: OtherRule): ReportingDescriptor {
  return { id, shortDescription: { text }, defaultConfiguration: { level: 'error' } };
}

/** What is said beside the errors. */
export function notification(level: Notification['level'], text: string): Notification {
  return { level, message: { text: printable(text) } };
}

/** An execution as a result. `file`: where it is saved. */
export function resultOf(error: ShownExecution, file: string | undefined): Result {
  const known = placesOf(error).filter(isKnown);
  const [first, ...others] = known.map((at) => locationOf(at, `in ${at.thread}`));
  return {
    ruleId: error.kind,
    ruleIndex: (foundKinds as readonly string[]).indexOf(error.kind),
    level: isError(error) ? 'error' : 'note',
    message: { text: error.message },
    locations: first === undefined ? [] : [first],
    relatedLocations: others.map((location, id) => ({ ...location, id })),
    stacks: error.stacks.flatMap((stack, i) => stackOf(stack, error.locations[i])),
    codeFlows: [codeFlowOf(error)],
    // The same execution has the same name on every machine.
    partialFingerprints: { 'dristaExecution/v1': error.execution },
    ...(file === undefined ? {} : { properties: { replay: `drista replay ${file}` } }),
  };
}

function isKnown(place: ReportPlace): boolean {
  return place.file !== '' && place.line > 0;
}

function locationOf(place: ReportPlace, text?: string): Location {
  return {
    ...(isKnown(place)
      ? { physicalLocation: { artifactLocation: artifactOf(place.file), region: { startLine: place.line } } }
      : {}),
    ...(place.function === '' ? {} : { logicalLocations: [{ name: place.function, kind: 'function' }] }),
    ...(text === undefined ? {} : { message: { text } }),
  };
}

/** Below the working folder relative to it, as code scanning wants it; else a URI of its own. */
export function artifactOf(file: string, root = process.cwd()): { uri: string; uriBaseId?: string } {
  const path = isAbsolute(file) ? relative(root, file) : file;
  if (path.startsWith('..')) return { uri: pathToFileURL(file).href };
  return { uri: path.split(sep).map(encodeURIComponent).join('/'), uriBaseId: 'SRCROOT' };
}

function stackOf(stack: readonly ReportPlace[], at: ReportLocation | undefined): Stack[] {
  if (stack.length === 0) return [];
  const message = at === undefined ? {} : { message: { text: at.thread } };
  return [{ ...message, frames: stack.map((place) => ({ location: locationOf(place) })) }];
}

/** The execution: each thread's events, numbered in the order in which they happen. */
function codeFlowOf({ threads, events }: ShownExecution): CodeFlow {
  const flows = threads.map((id, thread) => ({
    id,
    locations: events.flatMap((event, i) => (event.thread === thread ? [stepOf(event, i)] : [])),
  }));
  return { threadFlows: flows.filter(({ locations }) => locations.length > 0) };
}

/** The text leaves out what is unimportant. `readsFrom`: the number of the event that wrote; 0: the initial value. */
function stepOf({ place, operation, wrong, matters, settled, source }: ReportEvent, i: number): ThreadFlowLocation {
  return {
    executionOrder: i + 1,
    importance: wrong ? 'essential' : matters && settled !== true ? 'important' : 'unimportant',
    location: locationOf(place ?? { file: '', line: 0, function: '' }, operation),
    ...(source < -1 ? {} : { properties: { readsFrom: source + 1 } }),
  };
}
