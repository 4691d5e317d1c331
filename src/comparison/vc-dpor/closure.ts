/**
 * The closure of an annotated partial order (section 4.2): the weakest order that contains it and is closed. There is
 * one exactly if some sequence gives every read one of its good writes. That holds as long as those events of leaves
 * are ordered that conflict, except two writes that are good for no read. So the good writes of a location that one
 * read may see are two chains, the root's and the leaves'.
 *
 * Each rule adds what holds in every such sequence. Where the published text names an element of MaxW or MinW that need
 * not be there, or not be good, the rules here name what the proof needs (docs/explanation/vc-dpor.md).
 */
import { comesBefore, INITIAL, writesOf, type AnnotatedOrder } from './annotated-order';
import type { LocationId } from '../../program/label';

/** Closes the order. False: no sequence gives every read a good write; the order is then of no use. */
export function close(annotated: AnnotatedOrder): boolean {
  const { events } = annotated;
  const writes = new Map<LocationId, number[]>();
  const reads = events.flatMap((e, i) => (e.access === 'read' ? [i] : []));
  for (const r of reads) {
    const { loc } = events[r];
    if (!writes.has(loc)) writes.set(loc, writesOf(annotated, loc));
  }
  for (let changed = true; changed;) {
    changed = false;
    for (const r of reads)
      for (;;) {
        const edge = missing(annotated, r, writes.get(events[r].loc)!);
        if (edge === 'none') break;
        if (edge === 'impossible' || !annotated.order.order(...edge)) return false;
        changed = true;
      }
  }
  return true;
}

/** The writes that the read may read from in some sequence, as far as the order and the other writes tell. */
export function visibleWrites(annotated: AnnotatedOrder, r: number, writes: readonly number[]): number[] {
  const { order } = annotated;
  const earlier = writes.filter((w) => order.before(w, r));
  const visible = writes.filter(
    (w) => !order.before(r, w) && !(order.before(w, r) && earlier.some((x) => order.before(w, x))),
  );
  return earlier.length === 0 ? [INITIAL, ...visible] : visible;
}

/** What the order lacks for the read: a pair to order, or nothing; `impossible`: it has no good write left. */
function missing(
  annotated: AnnotatedOrder,
  r: number,
  writes: readonly number[],
): readonly [number, number] | 'none' | 'impossible' {
  const before = (a: number, b: number): boolean => comesBefore(annotated, a, b);
  const { events } = annotated;
  const { good: all } = events[r];
  const visible = visibleWrites(annotated, r, writes);
  const good = visible.filter((w) => all.includes(w));
  if (good.length === 0) return 'impossible';
  // Rule 1: some good write comes before the read. If none does, the visible good ones are a chain of the other side.
  if (!good.some((w) => before(w, r))) return [good.find((w) => !good.some((x) => before(x, w)))!, r];
  // Rule 2: the read comes before a bad write that comes after all good ones.
  const late = visible.find((w) => !all.includes(w) && good.every((g) => before(g, w)));
  if (late !== undefined) return [r, late];
  // Rule 3: a bad write that comes before the read is overwritten by a good one.
  for (const bad of visible) {
    if (all.includes(bad) || !before(bad, r) || good.some((w) => before(bad, w))) continue;
    const others = good.filter((w) => w !== INITIAL && events[w].root !== events[bad].root);
    const latest = others.find((w) => !others.some((x) => before(w, x)));
    return latest === undefined ? 'impossible' : [bad, latest];
  }
  return 'none';
}
