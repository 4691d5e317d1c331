/** The states of synchronisation objects in words, step by step: who holds them, who waits, what they count. */
import { stateAfter } from '../../explore/extend/candidates';
import { isObjectKind, objectOf } from '../../object';
import { describeThread, Kind, label, type Label, type LocationId, type ThreadId } from '../../program/label';
import { goesToSleep } from '../../program/operand';
import { gives, takes } from '../waiting';
import type { ReplayedGraph } from './replayed-graph';

/** A thread that holds an object. */
interface Holder {
  /** The event by which it took it. */
  readonly since: number;
  count: number;
  readonly shared: boolean;
}

export class ObjectStates {
  private readonly holders: Map<ThreadId, Holder>[] = [];
  private readonly waiting: Set<ThreadId>[] = [];

  constructor(
    private readonly replayed: ReplayedGraph,
    private readonly nameOf: (place: number) => string,
  ) {}

  /** Follows the event at the place, which was appended. The state of its object; undefined: it uses none. */
  follow(at: number): { readonly location: LocationId; readonly state: string } | undefined {
    const { thread, label: l, read } = this.replayed.steps[at];
    if (!isObjectKind(l.kind) || l.loc < 0) return undefined;
    const holders = (this.holders[l.loc] ??= new Map<ThreadId, Holder>());
    const mine = holders.get(thread);
    if (takes(l.kind, read)) {
      if (mine !== undefined) mine.count++;
      else holders.set(thread, { since: at, count: 1, shared: sharing.has(l.kind) });
    } else if (gives.has(l.kind) && mine !== undefined && (read ?? 0) === 0 && --mine.count === 0) {
      holders.delete(thread);
    }
    const waiting = (this.waiting[l.loc] ??= new Set());
    if (beginsToWait(l)) waiting.add(thread);
    else if (ends.has(l.kind)) waiting.delete(thread);
    return { location: l.loc, state: this.text(at, l.loc) };
  }

  /** By which event the thread holds the object; -1: it does not. */
  since(t: ThreadId, loc: LocationId): number {
    return this.holders[loc]?.get(t)?.since ?? -1;
  }

  private text(at: number, loc: LocationId): string {
    const { kind } = this.replayed.steps[at].label;
    if (kind === Kind.SemInit || (kind >= Kind.SemWait && kind <= Kind.SemDestroy)) return this.count(at);
    if (destroying.has(kind)) return 'destroyed';
    const parts = [...this.holders[loc]].map(([t, { since, count, shared }]) => {
      const times = count > 1 ? `, ${count} times` : '';
      return `${verb(kind)} ${describeThread(t)}${shared ? ' for reading' : ''}${times} (since ${this.nameOf(since)})`;
    });
    const waiting = [...this.waiting[loc]].sort((a, b) => a - b).map(describeThread);
    if (waiting.length > 0) parts.push(`${waiting.join(', ')} ${waiting.length > 1 ? 'wait' : 'waits'}`);
    if (parts.length > 0) return parts.join('; ');
    return kind === Kind.OnceEnd || kind === Kind.OnceBegin ? 'done' : this.waiting[loc].size === 0 ? idle(kind) : '';
  }

  /** The count of a semaphore, which its own operation reads. */
  private count(at: number): string {
    const e = this.replayed.events[at]!;
    const state = e.object ?? (e.source === null ? undefined : stateAfter(e.source, e.label));
    if (state === undefined) return '';
    const [outcome] = objectOf(Kind.SemGetvalue).outcomes(state, label(Kind.SemGetvalue), e.thread, true);
    return outcome.kind === 'done' ? `count ${outcome.value}` : 'destroyed';
  }
}

const sharing: ReadonlySet<Kind> = new Set([Kind.RwRdlock, Kind.RwTryrdlock]);
const ends: ReadonlySet<Kind> = new Set([Kind.CondWake, Kind.BarrierLeave, Kind.FutexAwait, Kind.FutexEnter]);
const destroying: ReadonlySet<Kind> = new Set([
  Kind.MutexDestroy,
  Kind.CondDestroy,
  Kind.RwDestroy,
  Kind.BarrierDestroy,
]);

function beginsToWait(l: Label): boolean {
  return l.kind === Kind.CondBlock || l.kind === Kind.BarrierArrive || (l.kind === Kind.FutexLeave && goesToSleep(l));
}

function verb(k: Kind): string {
  return k === Kind.OnceBegin || k === Kind.OnceEnd ? 'run by' : 'held by';
}

function idle(k: Kind): string {
  if (k <= Kind.MutexDestroy || k === Kind.MutexDied || k === Kind.MutexConsistent || isRwlock(k)) return 'free';
  return 'nobody waits';
}

function isRwlock(k: Kind): boolean {
  return k >= Kind.RwInit && k <= Kind.RwDestroy;
}
