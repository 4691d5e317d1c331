/** The headline of a deadlock: which thread waits for which. */
import { describeWaiting } from '../explore/common/error-text';
import type { FoundError, TraceEvent } from '../explore/common/verdict';
import { objectNouns } from '../object';
import { EOWNERDEAD } from '../object/object';
import { describeThread, Kind, type Label, type LocationId, type ThreadId } from '../program/label';

/** The names that the headline uses. */
export interface WaitingNames {
  /** The name of a location in the source. */
  data(l: Label): string;
  /** Where an event happened, in short; empty: not known. */
  place(l: Label): string;
}

/** A lock that a thread holds, and the event that took it. */
interface Holding {
  readonly thread: ThreadId;
  readonly since: Label;
  count: number;
}

/** A waiting thread: its clause, and the threads that it waits for. */
export interface Wait {
  readonly thread: ThreadId;
  readonly text: string;
  readonly on: readonly ThreadId[];
}

/**
 * The threads that wait in the end, one clause for each; a clause continues if a thread waits for another one: `thread
 * 1 waits for mutex b held by thread 2 (since a.c:17), which waits for mutex a held by thread 1 (since a.c:11)`. A
 * cycle comes first.
 */
export function waitingText(e: FoundError, names: WaitingNames): string {
  const waits = waitsOf(e, names);
  const described = new Set<ThreadId>();
  const clauses: string[] = [];
  for (const first of inOrder(waits)) {
    if (described.has(first)) continue;
    let text = describeThread(first);
    for (
      let wait = waits.get(first);
      wait !== undefined && !described.has(wait.thread);
      wait = wait.on.length === 1 ? waits.get(wait.on[0]) : undefined
    ) {
      text += `${wait.thread === first ? '' : ', which'} ${wait.text}`;
      described.add(wait.thread);
    }
    clauses.push(text);
  }
  return clauses.join('; ');
}

/** By thread: what the involved threads wait for in the end. */
export function waitsOf(
  { kind, involved, trace }: Pick<FoundError, 'involved' | 'trace'> & { readonly kind: string },
  names: WaitingNames,
): Map<ThreadId, Wait> {
  const holders = holdersAfter(trace);
  const ended = new Set(trace.filter((t) => t.label.kind === Kind.End).map((t) => t.thread));
  return new Map(
    involved.map(({ thread, label }) => {
      const held = holders.get(label.loc) ?? [];
      const inLoop = kind === 'livelock';
      // In a loop it takes the lock and releases it: it does not wait for itself.
      const by = inLoop ? held.filter((h) => h.thread !== thread) : held;
      return [thread, waitOf(thread, label, describeWaiting(thread, label, inLoop), by, ended, names)];
    }),
  );
}

function waitOf(
  thread: ThreadId,
  l: Label,
  text: string,
  held: readonly Holding[],
  ended: ReadonlySet<ThreadId>,
  names: WaitingNames,
): Wait {
  const said = text.slice(describeThread(thread).length + 1);
  if (l.kind === Kind.Join) return { thread, text: said, on: l.thread === thread ? [] : [l.thread] };
  const on = held.map((h) => h.thread);
  const data = l.loc < 0 || l.text !== '' ? '' : names.data(l);
  const name = data.includes('0x') ? '' : data; // an address does not help a reader
  const named = said.endsWith('in a loop')
    ? said + (name === '' ? '' : ` that looks at ${name}`)
    : name === ''
      ? said
      : said.replace(objects, `$1 ${name}`);
  const comma = held.length > 0 && / that looks at | for (reading|writing)$/.test(named) ? ',' : '';
  return { thread, on, text: named + comma + by(held, ended, names) };
}

/** A noun of an object in a text of `awaited`; some kinds use another noun there. */
const objects = new RegExp(`\\ba (${[...objectNouns, 'spinlock', 'once-routine'].join('|')})\\b`);

function by(held: readonly Holding[], ended: ReadonlySet<ThreadId>, names: WaitingNames): string {
  if (held.length === 0) return '';
  return ` held by ${held
    .map(({ thread, since }) => {
      const place = names.place(since);
      const held = `${describeThread(thread)}${place === '' ? '' : ` (since ${place})`}`;
      return ended.has(thread) ? `${held}, which has ended` : held;
    })
    .join(' and ')}`;
}

/** The threads of a cycle, then those for which no thread waits, then the rest. */
function inOrder(waits: ReadonlyMap<ThreadId, Wait>): ThreadId[] {
  const awaited = new Set([...waits.values()].flatMap((w) => w.on));
  const rank = (t: ThreadId): number => (comesBack(waits, t) ? 0 : awaited.has(t) ? 2 : 1);
  return [...waits.keys()].sort((a, b) => rank(a) - rank(b) || a - b);
}

/** Is the thread part of a cycle? */
export function comesBack(waits: ReadonlyMap<ThreadId, Wait>, from: ThreadId): boolean {
  const seen = new Set<ThreadId>();
  const next = [...waits.get(from)!.on];
  for (let t = next.pop(); t !== undefined; t = next.pop()) {
    if (t === from) return true;
    if (seen.has(t)) continue;
    seen.add(t);
    next.push(...(waits.get(t)?.on ?? []));
  }
  return false;
}

/** By lock: the threads that hold it after these events. */
function holdersAfter(trace: readonly TraceEvent[]): ReadonlyMap<LocationId, readonly Holding[]> {
  const all = new Map<LocationId, Holding[]>();
  for (const { thread, label, value } of trace) {
    const held = all.get(label.loc) ?? [];
    const mine = held.find((h) => h.thread === thread);
    if (takes(label.kind, value)) {
      if (mine === undefined) all.set(label.loc, [...held, { thread, since: label, count: 1 }]);
      else mine.count++;
    } else if (gives.has(label.kind) && mine !== undefined && (value ?? 0) === 0 && --mine.count === 0) {
      all.set(
        label.loc,
        held.filter((h) => h !== mine),
      );
    }
  }
  return all;
}

/** Does an operation of the kind that returns the value take a lock? */
export function takes(kind: Kind, value: TraceEvent['value']): boolean {
  switch (kind) {
    case Kind.MutexLock:
    case Kind.MutexTrylock:
      return (value ?? 0) === 0 || value === EOWNERDEAD;
    case Kind.RwRdlock:
    case Kind.RwWrlock:
    case Kind.RwTryrdlock:
    case Kind.RwTrywrlock:
      return (value ?? 0) === 0;
    case Kind.OnceBegin:
      return value === 1;
    default:
      return false;
  }
}

/** Operations that give a lock back. */
export const gives: ReadonlySet<Kind> = new Set([
  Kind.MutexUnlock,
  Kind.MutexDied,
  Kind.RwRdunlock,
  Kind.RwWrunlock,
  Kind.OnceEnd,
]);
