/**
 * Steps whose effects are known from another state: a thread at the same place, which finds the same in the locations
 * that it accesses, performs the same events and changes the same. So the state that follows is known without
 * performing the step.
 *
 * Known are steps in which one thread accesses memory or objects, and others at most are woken by it. What such a step
 * does depends on nothing but the places of these threads and these contents, apart from data races: no other thread
 * may have accessed the same data since it last released something (past-accesses.ts). Joins are known apart from the
 * step that they belong to (known-moves.ts).
 */
import { type GraphEvent, isWrite } from '../../../../graph/event';
import { isChosen } from '../../../../object';
import {
  frees,
  isReadLike,
  Kind,
  type Label,
  type LocationId,
  type ThreadId,
  type Value,
} from '../../../../program/label';
import type { RecordedTouch } from '../../../common/step-recorder';
import type { HiddenOrder } from '../key/hidden-order';
import { acts } from '../steps/step-effects';
import { hashChange, type StateKey } from '../key/state-key';
import type { AccessNumber } from '../reduction/future-accesses';
import type { Futures } from '../reduction/reduction';

/** A state of the search, as a vector of StateKey. */
export interface Position {
  readonly vector: Int32Array;
  readonly hash: number;
  readonly futures: Futures;
}

/** A thread before an event. */
export interface Standing {
  readonly thread: ThreadId;
  readonly label: Label;
  /** What the event may access; undefined: nothing that others see. */
  readonly access: AccessNumber | undefined;
  readonly place: number;
  /** Where vectors have the content of the event's location; 0: the event has no location. */
  readonly at: number;
  /** For each content at that index, the ways to perform the event; an empty list: the thread waits. */
  readonly moves: Map<number, readonly PossibleMove[]>;
}

/** One way to perform the event before which a thread stands. */
export interface PossibleMove {
  readonly thread: ThreadId;
  readonly label: Label;
  /** The number of this move among the moves of the thread in the state. */
  readonly choice: number;
  /** What the event returns; undefined: nothing. */
  readonly read: Value | undefined;
  /** The known effects of the move, one for each content of other locations; undefined: none is known. */
  readonly steps: KnownStep[] | undefined;
}

/** The threads of a state that stand before an event, and the moves of each. */
export interface EnabledMoves {
  readonly standings: readonly Standing[];
  readonly moves: readonly (readonly PossibleMove[])[];
}

/** What a step does, by indices of the vector of the state. */
export interface KnownStep {
  /** Index and content: what the step depends on besides the place of the thread. */
  readonly reads: readonly (readonly [number, number])[];
  /** Index, and content before and afterwards. */
  readonly changes: readonly { readonly at: number; readonly from: number; readonly to: number }[];
  /** The xor of the vector's hashes before and after the changes. */
  readonly hashChange: number;
  readonly touches: readonly { readonly loc: LocationId; readonly writes: boolean }[];
  /** What the events of the step access (future-accesses.ts), each by its thread. */
  readonly accesses: readonly { readonly access: AccessNumber; readonly thread: ThreadId }[];
  /** The number of the step's effects (step-effects.ts). */
  readonly did: number;
  /** Whether the step changed something. */
  readonly acts: boolean;
  /** For a recorder; empty without one. */
  readonly recorded: readonly RecordedTouch[];
}

const LARGEST_CONTENT = 2 ** 20;
const MAX_CHOICES = 16;

export class KnownSteps {
  /** By place, content of the first location, and number of the choice. */
  durable = new Map<number, KnownStep[]>();
  /** How much was learned. */
  learned = 0;

  constructor(
    private readonly key: StateKey,
    private readonly order: Pick<HiddenOrder, 'mayHide'>,
  ) {}

  /**
   * The list of known steps with which a thread at the place performs an event of that kind, whose location holds that.
   * It grows. Undefined: no step is known of these.
   */
  of(kind: Kind, place: number, content: number, choice: number): KnownStep[] | undefined {
    if (!known.has(kind) || kind === Kind.PlainRead) return undefined;
    if (content >= LARGEST_CONTENT || choice >= MAX_CHOICES) return undefined;
    const id = (place * LARGEST_CONTENT + content) * MAX_CHOICES + choice;
    let steps = this.durable.get(id);
    if (steps === undefined) this.durable.set(id, (steps = []));
    return steps;
  }

  /**
   * The step that the move begins in the state with the vector, where threads stand there; undefined: it must be
   * performed.
   */
  find(vector: Int32Array, standings: readonly Standing[], move: PossibleMove): KnownStep | undefined {
    const { steps } = move;
    if (steps === undefined || steps.length === 0) return undefined;
    if (!this.isOrdered(move.label) || !isAlone(standings)) return undefined;
    const step = steps.find((s) => isAsIn(vector, s));
    return step !== undefined && this.isApart(vector, move.thread, step) ? step : undefined;
  }

  /**
   * Learns the step with these events, with which the move began in the state with the vector `before`, and after which
   * the thread is at the place. The step depends on what is at the indices `on`, too. The key is that of the state that
   * it led to, apart from the indices `but`. False: that is no step that can be known.
   */
  learn(
    before: Int32Array,
    standings: readonly Standing[],
    move: PossibleMove,
    events: readonly GraphEvent[],
    after: number,
    on: readonly number[],
    but: ReadonlySet<number>,
    about: () => Pick<KnownStep, 'accesses' | 'did' | 'recorded'>,
  ): boolean {
    const { key } = this;
    const { thread, steps } = move;
    if (steps === undefined || !isAlone(standings)) return false;
    const place = key.indexOfThread(thread);
    if (!events.every((e) => known.has(e.label.kind) && !frees(e.label))) return false;
    const accessing = events.filter(({ loc }) => loc >= 0);
    const at = new Set([...accessing.map((e) => key.indexOf(e.loc)), ...on]);
    for (const e of events) if (e.thread !== thread) at.add(key.indexOfThread(e.thread));
    const reads = [...at].map((i) => [i, before[i] ?? 0] as const);
    if (steps.some((step) => isAsIn(before, step))) return true;
    const changes: KnownStep['changes'][number][] = [];
    for (let i = 0; i < key.vector.length; i++) {
      const [from, to] = [before[i] ?? 0, i === place ? after : key.vector[i]];
      if (from === to) continue;
      if (i !== place && but.has(i)) continue;
      if (i !== place && !at.has(i)) return false;
      changes.push({ at: i, from, to });
    }
    this.learned++;
    steps.push({
      reads,
      changes,
      hashChange: changes.reduce((hash, { at, from, to }) => hash ^ hashChange(at, from, to), 0),
      touches: accessing.map((e) => ({ loc: e.loc, writes: isWrite(e) })),
      acts: acts(events),
      ...about(),
    });
    return true;
  }

  /** Does what the event reads from come before it, or is it known already that it need not? */
  private isOrdered(l: Label): boolean {
    return !isReadLike(l) || l.kind === Kind.Choose || ordered.has(l.kind) || !this.order.mayHide(l);
  }

  /** Has no other thread accessed what the step accesses, as far as that might be a race? */
  private isApart(vector: Int32Array, thread: number, { touches }: KnownStep): boolean {
    for (let t = 0; 2 * t + 1 < vector.length; t++) {
      const place = vector[2 * t + 1];
      if (t === thread || place === 0 || !this.key.hasAccesses(place)) continue;
      for (const { loc, writes } of touches) if (this.key.hasAccessed(place, thread, loc, writes)) return false;
    }
    return true;
  }
}

/** Is what the step depends on as in the state with the vector? */
function isAsIn(vector: Int32Array, { reads }: KnownStep): boolean {
  for (const [at, content] of reads) if ((vector[at] ?? 0) !== content) return false;
  return true;
}

/**
 * Does nobody take part in the steps of others? A thread may that reads plain data, or that waits to be served. Who
 * waits for a signal does so where the step has that signal.
 */
function isAlone(standings: readonly Standing[]): boolean {
  for (const {
    label: { kind },
  } of standings)
    if (kind === Kind.PlainRead || (isChosen(kind) && kind !== Kind.CondWake)) return false;
  return true;
}

/** What comes after what it depends on: operations on a condition variable happen under one mutex (hidden-order.ts). */
const ordered: ReadonlySet<Kind> = new Set([
  Kind.MutexLock,
  Kind.CondBlock,
  Kind.CondWake,
  Kind.CondSignal,
  Kind.CondBroadcast,
]);

const known: ReadonlySet<Kind> = new Set([
  Kind.Load,
  Kind.Store,
  Kind.Rmw,
  Kind.PlainRead,
  Kind.PlainWrite,
  Kind.MutexLock,
  Kind.MutexTrylock,
  Kind.MutexUnlock,
  Kind.RwRdlock,
  Kind.RwWrlock,
  Kind.RwTryrdlock,
  Kind.RwTrywrlock,
  Kind.RwRdunlock,
  Kind.RwWrunlock,
  Kind.SemWait,
  Kind.SemTrywait,
  Kind.SemPost,
  Kind.SemGetvalue,
  Kind.CondBlock,
  Kind.CondWake,
  Kind.CondSignal,
  Kind.CondBroadcast,
  Kind.Choose,
  Kind.End,
]);
