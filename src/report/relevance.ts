/** Which events of an execution a reader wants to see: those that explain the error. */
import type { TraceEvent } from '../explore/common/verdict';
import { isObjectKind } from '../object';
import { choosesFault, choosesPower } from '../program/operand';
import { allocates, frees, Kind, checksCancellation } from '../program/label';
import { isCall } from './operation';
import type { NameSource } from './report';
import { isLibrary, type ReportPlace } from './source-places';

/** Kinds of events that readers rarely want to see. */
const frame: ReadonlySet<Kind> = new Set([
  Kind.Begin,
  Kind.End,
  Kind.Detach,
  Kind.MutexInit,
  Kind.CondInit,
  Kind.RwInit,
  Kind.SemInit,
  Kind.BarrierInit,
  Kind.FutexEnter,
  Kind.Exit,
]);

/**
 * By event, whether the report shows it by default. Left out are also what only libraries do, in no call of the
 * program, such as the start of a thread; events before a second thread exists, unless a shown event reads from them;
 * events that are a part of one call, and calls that might have had a fault (--faults) and had none.
 */
export function mattering(trace: readonly TraceEvent[], names: Pick<NameSource, 'stack'>): boolean[] {
  const first = trace.findIndex((t) => t.label.kind === Kind.Create);
  const shown = trace.map((t, i) => isFault(t) || (isOfInterest(trace, i) && !isOfLibraries(names.stack(t.label))));
  const sources = new Set(trace.flatMap(({ source }, i) => (shown[i] ? [source] : [])));
  return shown.map((is, i) => is && (i >= first || sources.has(i) || isFault(trace[i])));
}

/**
 * Does a call fail, or do less than it could (--faults), or is the power lost, and is that on the disk (--crash)? A
 * reader must know that.
 */
export function isFault({ label, value }: TraceEvent): boolean {
  if (choosesPower(label)) return value !== 0 || !label.text.startsWith('power is not lost\n');
  return choosesFault(label) && value !== undefined && value !== 0;
}

/** Are all functions of the call stack, which is known, of libraries? */
function isOfLibraries(stack: readonly ReportPlace[]): boolean {
  return stack.length > 0 && stack.every(isLibrary);
}

function isOfInterest(trace: readonly TraceEvent[], i: number): boolean {
  const { label, value } = trace[i];
  return !(
    (checksCancellation(label) && value === 0) ||
    frame.has(label.kind) ||
    choosesFault(label) ||
    choosesPower(label) ||
    (isCall(label) && label.kind !== Kind.MutexLock) ||
    isPartOfCall(trace, i) ||
    callOf(trace, i) !== undefined ||
    isPieceOf(trace, i)
  );
}

/**
 * Is it the access to a byte of a synchronisation object with which the runtime begins a call on it, or ends its
 * initialisation? (docs/explanation/objects.md.) Returns the call itself, which is shown: the next event of the
 * thread, or the one before, at the same site.
 */
export function callOf(trace: readonly TraceEvent[], i: number): TraceEvent | undefined {
  const {
    thread,
    label: { kind, site },
  } = trace[i];
  if (site < 0 || !isPlain(kind)) return undefined;
  const other = (t: TraceEvent): boolean => t.thread === thread && !(isPlain(t.label.kind) && t.label.site === site);
  const next = kind === Kind.PlainRead ? trace.find((t, at) => at > i && other(t)) : undefined;
  const near = [next, trace.slice(0, i).findLast(other)];
  return near.find((t) => t !== undefined && isObjectKind(t.label.kind) && !isCall(t.label) && t.label.site === site);
}

function isPlain(kind: Kind): boolean {
  return kind === Kind.PlainRead || kind === Kind.PlainWrite;
}

/**
 * Is it the load of the word in a wait on a futex, or a fence that the runtime adds to a call
 * (docs/explanation/objects.md)?
 */
function isPartOfCall(trace: readonly TraceEvent[], i: number): boolean {
  const {
    thread,
    label: { kind, site },
  } = trace[i];
  if (kind === Kind.Load)
    return (
      trace.slice(0, i).findLast((t) => t.thread === thread && t.label.kind !== Kind.Fence)?.label.kind ===
      Kind.FutexEnter
    );
  if (kind !== Kind.Fence) return false;
  const next = trace.find((t, at) => at > i && t.thread === thread)?.label;
  return next !== undefined && next.kind !== Kind.Fence && next.site === site;
}

/** Memory is freed and allocated piece by piece: does the event follow another piece of the same call? */
function isPieceOf(trace: readonly TraceEvent[], i: number): boolean {
  const before = trace[i - 1] as TraceEvent | undefined;
  return (
    before !== undefined &&
    ((frees(before.label) && frees(trace[i].label)) || (allocates(before.label) && allocates(trace[i].label))) &&
    before.thread === trace[i].thread &&
    before.label.site === trace[i].label.site
  );
}
