/**
 * Annotated partial orders (Chatterjee, Pavlogiannis, Toman: Value-centric dynamic partial order reduction, section
 * 4.1): the events of threads up to some point, a partial order on them, and for each read the writes that it may read
 * from (GoodW). One thread is the root, the others are leaves.
 */
import type { LocationId, ThreadId, Value } from '../../program/label';
import { PartialOrder } from './partial-order';

/** The number of the write that gave each location its initial value. It comes before all events. */
export const INITIAL = -1;

/** An event of an annotated partial order. Its number there is that of its place in `events`. */
export interface OrderedEvent {
  readonly thread: ThreadId;
  /** Its place among the events of its thread. */
  readonly index: number;
  /** Is it of the root thread? */
  readonly root: boolean;
  /** `none`: it neither reads nor writes what others access. */
  readonly access: 'read' | 'write' | 'none';
  /** -1: no location. */
  readonly loc: LocationId;
  /** Reads: the value to read. Writes: the value written; undefined: it differs from that of all other writes. */
  readonly value: Value | undefined;
  /** Reads: the writes that it may read from. */
  readonly good: readonly number[];
  /** Does it wait until something is there, such as a value, a lock or the end of another thread? */
  readonly waits: boolean;
  /** Does the thread perform it together with the event before it? Then it is no step of a realisation. */
  readonly joined: boolean;
  /** Writes: the index of the last event before it in its thread that waits; -1: there is none. */
  readonly guard: number;
}

export interface AnnotatedOrder {
  readonly events: readonly OrderedEvent[];
  readonly order: PartialOrder;
}

/** The annotated partial order without events. */
export const noEvents: AnnotatedOrder = { events: [], order: PartialOrder.empty() };

/** Does `a` come before `b`? One of them may be INITIAL. */
export function comesBefore({ order }: AnnotatedOrder, a: number, b: number): boolean {
  if (a === INITIAL || b === INITIAL) return a === INITIAL && b !== INITIAL;
  return order.before(a, b);
}

/** Do the events access the same location, one of them writing? */
export function conflict(a: OrderedEvent, b: OrderedEvent): boolean {
  return (
    a.loc === b.loc && a.access !== 'none' && b.access !== 'none' && (a.access === 'write' || b.access === 'write')
  );
}

/** The writes of the location. */
export function writesOf({ events }: AnnotatedOrder, loc: LocationId): number[] {
  const writes: number[] = [];
  events.forEach((e, i) => {
    if (e.access === 'write' && e.loc === loc) writes.push(i);
  });
  return writes;
}

/**
 * A sequence of all events that respects the order, in which each read of a closed annotated partial order reads from
 * one of its good writes (lemma 4.1). Each event of the root comes as early as the order permits, so that leaves come
 * before it only where the order says so.
 */
export function realise({ events, order }: AnnotatedOrder): number[] {
  const sequence: number[] = [];
  const numbers = events.map((_, i) => i);
  const roots = numbers.filter((e) => events[e].root).sort((a, b) => events[a].index - events[b].index);
  const size = numbers.map((e) => order.countBefore(e));
  let leaves = numbers.filter((e) => !events[e].root).sort((a, b) => size[a] - size[b] || a - b);
  for (const root of roots) {
    const rest: number[] = [];
    for (const leaf of leaves) (order.before(leaf, root) ? sequence : rest).push(leaf);
    sequence.push(root);
    leaves = rest;
  }
  return [...sequence, ...leaves];
}
