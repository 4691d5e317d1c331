/**
 * Failed attempts (docs/explanation/failed-attempts.md): iterations of a loop that tries to update data, as one of a
 * lock-free stack, in which it finds that another thread was faster. The execution without the attempt is another one,
 * and the rest of it is the same. That is so in two cases.
 *
 * - The thread is in the same state before and after the attempt, and has only read in between. (Where no exchange
 *   fails, that is an iteration of a loop that waits: spin-loops.ts.)
 * - The thread has looked at a location, and looks at it again, as by a compare-exchange that fails. It is in the same
 *   state then as if the first look had returned what the last one has.
 */
import {
  allocates,
  frees,
  hidesValue,
  isReadLike,
  Kind,
  type Label,
  type Order,
  type Value,
} from '../../program/label';
import { isSameEvent } from '../../program/local-states';
import type { HistoryNode } from '../../program/program';
import { SPURIOUS } from '../../program/rmw';
import { onlyReads } from './repeated-accesses';
import { iterationEndingAt, sameMoment } from './spin-loops';

/** A failed attempt of a thread, which ends at a node. */
export interface FailedAttempt {
  /** The node before its first event. */
  readonly first: HistoryNode;
  /** What the execution without the attempt lacks: events that read, and writes that the thread makes again. */
  readonly reads: readonly Label[];
  readonly writes: readonly Label[];
  /** Is it known what the thread does if the first look returns what the last one has? */
  readonly isKnown: boolean;
}

/** How many events that return values an attempt may have. */
const LONGEST = 64;

/**
 * The failed attempt that ends at the node. If it is not known (`isKnown`), it is one only if the thread is in the same
 * state after the earlier look.
 */
export function failedAttemptEndingAt(node: HistoryNode): FailedAttempt | undefined {
  const known = node.attemptCache as FailedAttempt | null | undefined;
  if (known !== undefined) return known ?? undefined;
  const found = lookBack(node);
  // A later run may show what a run that was cut has not shown.
  if (node.pending !== null && found?.isKnown !== false) node.attemptCache = found ?? null;
  return found;
}

function lookBack(node: HistoryNode): FailedAttempt | undefined {
  const { parent: last, value, pending, past } = node;
  if (last === null || pending === null || past !== undefined || !node.state) return undefined;
  if (iterationEndingAt(node) !== undefined) return undefined;
  const look = last.pending!;
  const order = orderOfLook(look, value);
  const reads: Label[] = [];
  const writes: Label[] = [];
  let unknown: FailedAttempt | undefined;
  let unchanged = pending.spin !== 0 && node.segment.every((l) => l.kind === Kind.Fence);
  let fences = false;
  if (order === undefined && !unchanged) return undefined;
  let failed = look.kind === Kind.Rmw;
  for (let begun = node; begun.parent !== null && reads.length < LONGEST; begun = begun.parent) {
    const first = begun.parent;
    const l = first.pending!;
    if (begun !== node) {
      for (const written of begun.segment) {
        if (written.kind === Kind.Fence) fences = true;
        else if (isRepeatedIn(node.segment, written)) writes.push(written);
        else return unknown;
      }
      unchanged &&= writes.length === 0;
      failed ||= l.kind === Kind.Rmw;
      // A loop that stores does so to update data only where an exchange follows that may fail.
      const isAttempt = !fences && (failed || writes.length === 0) && isSamePlace(begun, pending);
      if (order !== undefined && isAttempt && isEarlierLook(l, look, value, order)) {
        const later = first.children.get(value);
        const attempt = { first, reads: [...reads], writes: [...writes] };
        if (later !== undefined && isSame(later, node)) return { ...attempt, isKnown: true };
        if (later === undefined) unknown ??= { ...attempt, isKnown: false };
      }
    }
    if (!onlyReads(l, begun.value)) return unknown;
    reads.push(l);
    if (unchanged && l.kind === pending.kind && sameMoment(l, pending)) return { first, reads, writes, isKnown: true };
  }
  return unknown;
}

/** The order of the event if it returns the value and writes nothing; undefined: it is no such event. */
function orderOfLook(l: Label, returned: Value): Order | undefined {
  if (l.kind === Kind.Load) return l.order;
  return l.kind === Kind.Rmw && returned !== SPURIOUS && onlyReads(l, returned) ? l.failOrder : undefined;
}

/** Could the event have returned the value in the place of the later look, and acquired no more than that? */
function isEarlierLook(l: Label, later: Label, value: Value, order: Order): boolean {
  if (l.loc !== later.loc || l.size !== later.size) return false;
  const own = orderOfLook(l, value);
  return own !== undefined && own <= order;
}

/** Is it a write whose location the segment writes again? */
function isRepeatedIn(segment: readonly Label[], l: Label): boolean {
  if (frees(l) || allocates(l) || hidesValue(l)) return false;
  return (
    (l.kind === Kind.PlainWrite || l.kind === Kind.Store) &&
    segment.some((again) => again.kind === l.kind && again.op === l.op && again.loc === l.loc && again.size === l.size)
  );
}

/** Does the thread stand before the same kind of event, called from the same place? */
function isSamePlace({ pending }: HistoryNode, other: Label): boolean {
  return pending?.kind === other.kind && pending.site === other.site;
}

/** Has the thread done the same on the way to both nodes, and does the same from there on? */
function isSame(a: HistoryNode, b: HistoryNode): boolean {
  return (
    a.state === b.state &&
    a.segment.length === b.segment.length &&
    a.segment.every((l, i) => !isReadLike(l) && isSameEvent(l, b.segment[i]))
  );
}
