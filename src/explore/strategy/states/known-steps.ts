/**
 * Steps whose effects are known from another state: a thread at the same place, which finds the same in the locations
 * that it accesses, performs the same events and changes the same. So the state that follows is known without
 * performing the step; where it was visited before, nothing else need be done.
 *
 * Known are steps in which one thread accesses memory or a mutex, and nothing else happens. What such a step does
 * depends on nothing but the thread's place and these contents, apart from data races: no other thread may have
 * accessed the same data since it last released something (access-sets.ts).
 */
import { isWrite, type GraphEvent } from '../../../graph/event';
import { isChosen } from '../../../object';
import { frees, Kind, type LocationId, type ThreadId } from '../../../program/label';
import { isAcquire, isRelease } from '../../../program/memory-order';
import type { RecordedTouch } from '../../common/step-recorder';
import type { Pending } from '../../extend/extender';
import type { EnabledEvent } from './enabled';
import type { VectorSet } from '../../store/vector-set';
import type { StateFrame } from './frame';
import type { AccessNumber } from './future-accesses';
import { hashChange, type StateKey } from './state-key';

/** What a step does, by indices of the vector of the state. */
export interface KnownStep {
  /** Index and content: what the step depends on besides the place of the thread. */
  readonly reads: readonly (readonly [number, number])[];
  /** Index, and content before and afterwards. */
  readonly changes: readonly { readonly at: number; readonly from: number; readonly to: number }[];
  /** What that does to the hash of the vector, by xor. */
  readonly hashChange: number;
  readonly touches: readonly { readonly loc: LocationId; readonly writes: boolean }[];
  /** What the events of the step access (future-accesses.ts). */
  readonly accesses: readonly AccessNumber[];
  /** The number of what threads do in it. */
  readonly did: number;
  /** For a recorder; empty without one. */
  readonly recorded: readonly RecordedTouch[];
}

const LARGEST_CONTENT = 2 ** 20;
const MOST_CHOICES = 16;

export class KnownSteps {
  /** By place, content of the first location, and number of the choice. */
  private steps = new Map<number, KnownStep[]>();

  constructor(private readonly key: StateKey) {}

  /** All that are known, for `restore`. */
  checkpoint(): Map<number, KnownStep[]> {
    return this.steps;
  }

  /** Goes on with what `checkpoint` returned, in its place. */
  restore(steps: Map<number, KnownStep[]>): void {
    this.steps = steps;
  }

  /**
   * The step that the move begins in the state with the vector; undefined: it must be performed. `mayBeKnown` must hold
   * in the state for the thread.
   */
  find(vector: Int32Array, move: EnabledEvent): KnownStep | undefined {
    const { thread } = move.pending;
    if (!isOrdered(move)) return undefined;
    const id = this.idOf(vector, move);
    if (id === undefined) return undefined;
    const step = this.steps.get(id)?.find(({ reads }) => reads.every(([at, content]) => vector[at] === content));
    return step !== undefined && this.isApart(vector, thread, step) ? step : undefined;
  }

  /**
   * Learns the step with these events, which the move began in the state with the vector `before`. The key is that of
   * the state that it led to.
   */
  learn(
    before: Int32Array,
    move: EnabledEvent,
    events: readonly GraphEvent[],
    about: Pick<KnownStep, 'accesses' | 'did' | 'recorded'>,
  ): void {
    const { key } = this;
    const { thread } = move.pending;
    const place = 2 * thread + 1;
    if (!events.every((e) => e.thread === thread && known.has(e.label.kind) && !frees(e.label))) return;
    if (!isOrdered(move)) return;
    const id = this.idOf(before, move);
    if (id === undefined) return;
    const accessing = events.filter(({ loc }) => loc >= 0);
    const at = new Set(accessing.map((e) => key.indexOf(e.loc)));
    const changes: KnownStep['changes'][number][] = [];
    for (let i = 0; i < key.vector.length; i++) {
      const [from, to] = [before[i] ?? 0, key.vector[i]];
      if (from === to) continue;
      if (i !== place && !at.has(i)) return;
      changes.push({ at: i, from, to });
    }
    const step: KnownStep = {
      reads: [...at].map((i) => [i, before[i] ?? 0]),
      changes,
      hashChange: changes.reduce((hash, { at, from, to }) => hash ^ hashChange(at, from, to), 0),
      touches: accessing.map((e) => ({ loc: e.loc, writes: isWrite(e) })),
      ...about,
    };
    const steps = this.steps.get(id);
    if (steps === undefined) this.steps.set(id, [step]);
    else if (!steps.some(({ reads }) => reads.every(([i, content]) => (before[i] ?? 0) === content))) steps.push(step);
  }

  /** The number of the state after the step from the frame's state; 0: it was not visited. */
  stateAfter(f: Pick<StateFrame, 'vector' | 'hash'>, { changes, hashChange }: KnownStep, visited: VectorSet): number {
    const { length } = this.key.vector;
    if (f.vector.length < length) {
      const longer = new Int32Array(length);
      longer.set(f.vector);
      f.vector = longer;
    }
    const { vector } = f;
    for (const { at, to } of changes) vector[at] = to;
    const state = visited.lookUp(vector, f.hash ^ hashChange);
    for (const { at, from } of changes) vector[at] = from;
    return state;
  }

  private idOf(vector: Int32Array, { pending: { thread, label }, choice }: EnabledEvent): number | undefined {
    if (!known.has(label.kind) || label.kind === Kind.PlainRead) return undefined;
    const content = vector[this.key.indexOf(label.loc)] ?? 0;
    if (content >= LARGEST_CONTENT || choice >= MOST_CHOICES) return undefined;
    return (vector[2 * thread + 1] * LARGEST_CONTENT + content) * MOST_CHOICES + choice;
  }

  /** Has no other thread accessed what the step accesses, as far as that might be a race? */
  private isApart(vector: Int32Array, thread: ThreadId, { touches }: KnownStep): boolean {
    for (let t = 0; 2 * t + 1 < vector.length; t++) {
      const place = vector[2 * t + 1];
      if (t === thread || place === 0) continue;
      if (touches.some(({ loc, writes }) => this.key.hasAccessed(place, thread, loc, writes))) return false;
    }
    return true;
  }
}

/**
 * The threads whose steps may be known where threads stand before these events. Others may take part in a step: a
 * thread that reads plain data, or that waits to be served, or for the end of the thread. Signals are no known steps.
 */
export function mayBeKnown(pending: readonly Pending[]): ReadonlySet<ThreadId> {
  const takesPart = ({ label: { kind } }: Pending): boolean =>
    kind === Kind.PlainRead || (isChosen(kind) && kind !== Kind.CondWake);
  if (pending.some(takesPart)) return none;
  const threads = new Set<ThreadId>();
  for (const { thread } of pending) threads.add(thread);
  for (const { label } of pending) if (label.kind === Kind.Join) threads.delete(label.thread);
  return threads;
}

const none: ReadonlySet<ThreadId> = new Set();

const known: ReadonlySet<Kind> = new Set([
  Kind.Load,
  Kind.Store,
  Kind.Rmw,
  Kind.PlainRead,
  Kind.PlainWrite,
  Kind.MutexLock,
  Kind.MutexUnlock,
  Kind.End,
]);

/** Does what the event reads from come before it, whatever else the execution has? */
function isOrdered({ pending: { label, thread }, candidate }: EnabledEvent): boolean {
  const source = candidate?.source ?? undefined;
  if (source === undefined) return true;
  if (label.kind === Kind.MutexLock || source.thread < 0 || source.thread === thread) return true;
  return isAcquire(label.order) && isRelease(source.label.order);
}
