/**
 * The report as compilers print their diagnostics (GNU Coding Standards 4.4, "Formatting Error Messages"), which
 * editors read: a line for each error, and one for each event that matters, numbered as events are in a path of gcc
 * (-fdiagnostics-path-format=separate-events). Columns are left out, as with -fno-show-column: no event has one.
 */
import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Location, Result, ThreadFlowLocation } from 'sarif';
import type { ReportForm, Write } from './form';
import { printable, printableData } from './printable';
import type { ShownExecution } from './report';
import type { Reporter } from './reporter';
import { resultOf } from './sarif';
import type { Summary } from './summary';
import { verdictText } from './verdict-text';

/** How a file of this form begins. Problem matchers skip a line without a place. */
export const GCC_BEGINNING = 'drista: errors in the form of gcc\n';

/** `--report gcc=FILE`. */
export const gccForm: ReportForm = {
  help: 'errors and events as gcc and clang print diagnostics, for editors',
  beginning: GCC_BEGINNING,
  create: (write) => new GccReporter(write),
};

/** Writes all lines when the check has ended. */
class GccReporter implements Reporter {
  private readonly lines: string[] = [];

  constructor(private readonly write: Write) {}

  error(error: ShownExecution): void {
    this.lines.push(...executionDiagnostics(error));
  }

  end(summary: Summary): Promise<void> {
    const severity = summary.verdict === 'inconclusive' ? 'warning' : 'note';
    const said = summary.notes.map((text) => diagnostic(undefined, 'note', text));
    const verdict = diagnostic(undefined, severity, verdictText(printableData(summary)));
    return this.write(gccText([...this.lines, ...said, verdict]));
  }

  failure(why: string): Promise<void> {
    return this.write(gccText([diagnostic(undefined, 'error', why)]));
  }
}

/** The whole file. */
export function gccText(lines: readonly string[]): string {
  return GCC_BEGINNING + lines.map((line) => `${line}\n`).join('');
}

/** One line. `place`: FILE:LINE, as `placeInFolder` has it; undefined: none is known. `rule`: the kind of error. */
export function diagnostic(
  place: string | undefined,
  severity: 'error' | 'warning' | 'note',
  text: string,
  rule?: string,
): string {
  return `${place ?? 'drista'}: ${severity}: ${printable(text)}${rule === undefined ? '' : ` [${rule}]`}`;
}

/** A place in a file: relative to the working folder if it is inside, else absolute. */
export function placeInFolder(file: string, line: number): string {
  const path = isAbsolute(file) ? relative(process.cwd(), file) : file;
  return `${printable(path.startsWith('..') ? file : path)}:${line}`;
}

/** The lines of an execution: of its error, or its outcome, and of its events. */
export function executionDiagnostics(shown: ShownExecution): string[] {
  return resultDiagnostics(resultOf(printableData(shown), undefined), process.cwd());
}

/** The same from what SARIF holds of it. `root`: the folder to which relative places there belong. */
export function resultDiagnostics(result: Result, root: string): string[] {
  const places = [...(result.locations ?? []), ...(result.relatedLocations ?? [])];
  const all = places.map((location) => ({ place: placeOf(location, root), text: location.message?.text ?? '' }));
  const place = all.at(0)?.place;
  const events = notedSteps(result).map(({ step, thread }) => ({
    place: placeOf(step.location, root),
    text: stepText(step, thread),
  }));
  const noted = new Set([place, ...events.map((event) => event.place)]);
  const others = [...all, ...namedPlaces(result, root)].filter((other) => !noted.has(other.place));
  return [
    diagnostic(place, result.level === 'note' ? 'note' : 'error', result.message.text ?? '', result.ruleId),
    ...[...events, ...others].map((each) => diagnostic(each.place, 'note', each.text)),
  ];
}

/** A place, if it is known, and what is said of it. */
interface NotedPlace {
  readonly place: string | undefined;
  readonly text: string;
}

interface NotedStep {
  readonly step: ThreadFlowLocation;
  readonly thread: string;
}

/** The events that the text shows, and those whose places the message names, as that of a free, in their order. */
function notedSteps({ codeFlows = [], message: { text = '' } }: Result): NotedStep[] {
  const flows = codeFlows.flatMap(({ threadFlows }) => threadFlows);
  const steps = flows
    .flatMap(({ id = '', locations }) => locations.map((step) => ({ step, thread: id })))
    .sort((a, b) => numberOf(a.step) - numberOf(b.step));
  const named = new Set(text.match(/[^\s(),;:]+:\d+/g));
  const last = new Map(steps.map((each) => [shortPlaceOf(each.step.location), each]));
  return steps.filter(
    (each) => each.step.importance !== 'unimportant' || [...named].some((place) => last.get(place) === each),
  );
}

/**
 * Where the message says that a thread has allocated or freed something, without the folder: the file is one of those
 * that the events are in.
 */
function namedPlaces({ message: { text = '' }, codeFlows = [] }: Result, root: string): NotedPlace[] {
  const steps = codeFlows.flatMap(({ threadFlows }) => threadFlows.flatMap(({ locations }) => locations));
  const files = new Set(steps.map(({ location }) => placeOf(location, root)?.replace(/:\d+$/, '')));
  return [...text.matchAll(/\b((?:main|thread \d+) (?:allocated|freed)) at ([^\s(),;:]+):(\d+)/g)].flatMap(
    ([, what, name, line]) => {
      const [file, ...more] = [...files].filter((each) => each === name || each?.endsWith(`/${name}`));
      return file === undefined || more.length > 0 ? [] : [{ place: `${file}:${line}`, text: `${what} it here` }];
    },
  );
}

const numberOf = (step: ThreadFlowLocation): number => step.executionOrder ?? 0;

/** The number is that of `drista-events` in gdb. */
function stepText(step: ThreadFlowLocation, thread: string): string {
  const source = step.properties?.readsFrom as number | undefined;
  const from = source === undefined ? '' : ` ← ${source === 0 ? 'initial value' : `(${source})`}`;
  return `(${numberOf(step)}) ${thread}: ${step.location?.message?.text ?? ''}${from}`;
}

/** FILE:LINE without the folder, as messages name places. */
function shortPlaceOf(location: Location | undefined): string {
  return placeOf(location, '/')?.replace(/.*\//, '') ?? '';
}

function placeOf(location: Location | undefined, root: string): string | undefined {
  const { artifactLocation, region } = location?.physicalLocation ?? {};
  if (artifactLocation?.uri === undefined || region?.startLine === undefined) return undefined;
  const { uri, uriBaseId } = artifactLocation;
  const file = uriBaseId === undefined ? fileURLToPath(uri) : join(root, decodeURIComponent(uri));
  return placeInFolder(file, region.startLine);
}
