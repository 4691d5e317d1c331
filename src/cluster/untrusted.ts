/** What others write into Redis, read so that nothing in it can end a check but by a line that says what is wrong. */
import { shownIn, type ShownRows } from '../symbolic/expression-rows';
import type { Expressions } from '../symbolic/expression';
import type { ShownByInput } from '../symbolic/shown-paths';
import type { ClientReport } from './client-job';
import { decode } from './codec';
import type { InputReport } from './input-job';
import { FORMAT, isPart, type PartReport } from './part-job';
import type { WorkerEntry } from './redis';

/** The most notes on a task. */
const MOST_NOTES = 100;
/** The most notes of runs, of which a leak at each place is one. */
const MOST_SAID = 10_000;

/** What a worker says of itself; undefined: it makes no sense. */
export function entryOf(text: string): WorkerEntry | undefined {
  try {
    const entry = JSON.parse(text) as { readonly [Key in keyof WorkerEntry]?: unknown } | null;
    const { build, version, arch, host, slots, busy, at } = entry ?? {};
    const isName = (field: unknown): boolean => typeof field === 'string' && /^[\w.:+-]{0,255}$/.test(field);
    const isSound = [build, version, arch, host].every(isName) && [slots, busy, at].every(Number.isSafeInteger);
    return isSound ? (entry as WorkerEntry) : undefined;
  } catch {
    return undefined;
  }
}

/** What another machine says, as at most 500 characters in a line. */
export function inOneLine(text: unknown): string {
  return String(text)
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, 500);
}

/** Is the value of the form that is wanted? */
type Form = (value: unknown) => boolean;

const isNumber: Form = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isBoolean: Form = (value) => typeof value === 'boolean';
const isText: Form = (value) => typeof value === 'string';
const isBytes: Form = (value) => value instanceof Uint8Array;
const listOf =
  (each: Form): Form =>
  (value) =>
    Array.isArray(value) && value.every(each);
const maybe =
  (form: Form): Form =>
  (value) =>
    value === undefined || form(value);
const object =
  (fields: Readonly<Record<string, Form>>): Form =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, form]) => form((value as Record<string, unknown>)[name]));

const isList: Form = Array.isArray;
const isCounts = object({
  executions: isNumber,
  blocked: isNumber,
  crashes: isNumber,
  deadEnds: isNumber,
  events: isNumber,
  states: isNumber,
});
const hasLabel = object({ thread: isNumber, label: object({ kind: isNumber }) });
const isError = object({
  kind: isText,
  message: isText,
  involved: listOf(hasLabel),
  trace: listOf(hasLabel),
  schedule: object({ steps: listOf(hasLabel), memory: listOf(object({ loc: isNumber })) }),
});
const isFound = object({
  performed: isBoolean,
  counts: isCounts,
  errors: listOf(isError),
  notes: listOf(isText),
  limitsHit: listOf(isText),
});
const isPair: Form = (value) => Array.isArray(value) && value.length >= 2;
const isReport = object({
  common: object({ nodes: isNumber, locations: isNumber, sites: isNumber }),
  histories: object({
    names: listOf(object({ creator: isNumber, child: isNumber })),
    sites: listOf(isPair),
    locations: listOf(isPair),
    initials: listOf(isPair),
    nodes: listOf(isPair),
    labels: isList,
  }),
  found: listOf(isFound),
  speculations: listOf((value) => isPair(value) && (value as unknown[]).slice(1).every(isNumber)),
  runtime: maybe(isBytes),
  statistics: object({ runs: isNumber, events: isNumber }),
  notes: listOf(isText),
  renumbered: maybe(isBoolean),
  atoms: listOf(object({ size: isNumber, mixed: isBoolean })),
  failure: maybe(object({ name: isText, message: isText })),
  remaining: listOf(isPart),
  names: (value) => isBytes(value) && (value as Uint8Array).length % 16 === 0,
  cut: isBoolean,
  milliseconds: isNumber,
});

const isTaskEnd: Form = (value) => ['verified', 'other', 'again'].includes(value as string);
const isClientReport = object({
  text: isText,
  found: isTaskEnd,
  executions: isNumber,
  histories: isNumber,
  notes: listOf(isText),
});

/** The result of the job of the client with this text. Throws an Error that says in a line why it cannot be one. */
export function readClientReport(bytes: Uint8Array, job: string, text: string): ClientReport {
  const value = resultIn(bytes, job);
  if (!isClientReport(value)) throw new Error('it lacks what results have');
  const report = value as ClientReport;
  if (report.text !== text) throw new Error('it is that of another client');
  return { ...report, notes: report.notes.slice(0, MOST_NOTES).map(inOneLine) };
}

const isInteger: Form = (value) => typeof value === 'bigint';
/** A list with one element of each form. */
const tuple =
  (...forms: readonly Form[]): Form =>
  (value) =>
    Array.isArray(value) && value.length === forms.length && forms.every((form, i) => form(value[i]));
const isClock = listOf(tuple(isNumber, isNumber));
const isShown = object({
  expressions: listOf(tuple(isNumber, isNumber, isInteger, isInteger)),
  paths: listOf(
    object({
      threads: listOf(tuple(isNumber, listOf(tuple(isNumber, isInteger, isClock)))),
      asks: listOf(tuple(isNumber, isNumber, isNumber, isClock)),
    }),
  ),
  objects: listOf(tuple(isInteger, isNumber, isText)),
  unseen: listOf(tuple(isText, isInteger)),
});
const isVerifiedInput = object({
  counts: isCounts,
  notes: listOf(isText),
  said: listOf(isText),
  statistics: object({ runs: isNumber, events: isNumber }),
  shown: isShown,
});

/** A result of an input, with what its runs have shown where it is verified. */
export type ReadInput = Omit<InputReport, 'shown'> & { readonly shown: ShownByInput };

/**
 * The result of the job of an input; expressions are added to those that are known. Throws an Error that says in a line
 * why it cannot be one.
 */
export function readInputReport(bytes: Uint8Array, job: string, known: Expressions): ReadInput {
  const value = resultIn(bytes, job);
  const { found } = (value ?? {}) as { readonly found?: unknown };
  if (!isTaskEnd(found) || (found === 'verified' && !isVerifiedInput(value)))
    throw new Error('it lacks what results have');
  const report = value as InputReport & { readonly shown: ShownRows };
  if (found !== 'verified') return { ...report, shown: { paths: [], objects: [], unseen: [] } };
  const { notes, said, shown } = report;
  if (shown.paths.length === 0) throw new Error('it has no execution');
  return {
    ...report,
    notes: notes.slice(0, MOST_NOTES).map(inOneLine),
    said: said.slice(0, MOST_SAID),
    shown: shownIn(shown, known),
  };
}

/** The result of the job. Throws an Error that says in a line why it cannot be one. */
export function readReport(bytes: Uint8Array, job: string): PartReport {
  const value = resultIn(bytes, job);
  if (!isReport(value)) throw new Error('it lacks what results have');
  return value as PartReport;
}

/** What is the result of the job, in any form. */
function resultIn(bytes: Uint8Array, job: string): unknown {
  if (bytes.length === 0) throw new Error('it is too large');
  let value: unknown;
  try {
    value = decode(bytes);
  } catch {
    throw new Error('it cannot be read');
  }
  const { format, job: of } = (value ?? {}) as { readonly format?: unknown; readonly job?: unknown };
  if (format !== FORMAT)
    throw new Error(`it is of format ${inOneLine(format)}, and this drista takes format ${FORMAT}`);
  if (of !== job) throw new Error('it is that of another job');
  return value;
}
