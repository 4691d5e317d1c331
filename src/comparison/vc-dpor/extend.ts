/** Extends closed annotated partial orders by events (section 5.1). */
import { writesOf, type AnnotatedOrder, type OrderedEvent } from './annotated-order';
import { close, visibleWrites } from './closure';
import type { PartialOrder } from './partial-order';

/** An event with the numbers of events that it comes after in any case. */
export interface NewEvent {
  readonly event: OrderedEvent;
  readonly after: readonly number[];
}

/**
 * The closed annotated partial orders with the event. Events of leaves that conflict are ordered, in every way that can
 * be closed, except two writes that no read may read from: these stay as they are until a read may.
 */
export function* extend({ events, order }: AnnotatedOrder, { event, after }: NewEvent): Generator<AnnotatedOrder> {
  const grown = order.copy();
  const e = grown.append(after);
  const unfiltered: AnnotatedOrder = { events: [...events, event], order: grown };
  const writes = writesOf(unfiltered, event.loc);
  const visible = event.access === 'read' ? visibleWrites(unfiltered, e, writes) : [];
  const added = { ...event, good: event.good.filter((w) => visible.includes(w)) };
  const extended = [...events, added];
  for (const oriented of orientations(grown, pairsToOrder(extended, e, writes))) {
    const annotated: AnnotatedOrder = { events: extended, order: oriented };
    if (close(annotated)) yield annotated;
  }
}

/** The closed annotated partial orders with the events, each after those before it in the list. */
export function* extendByAll(
  annotated: AnnotatedOrder,
  [first, ...rest]: readonly NewEvent[],
): Generator<AnnotatedOrder> {
  if (first === undefined) {
    yield annotated;
    return;
  }
  for (const extended of extend(annotated, first)) yield* extendByAll(extended, rest);
}

/** The pairs of events of leaves that have to be ordered with the last event, which accesses the same location. */
function pairsToOrder(
  events: readonly OrderedEvent[],
  e: number,
  writes: readonly number[],
): (readonly [number, number])[] {
  const { root, access, loc, good } = events[e];
  const leafWrites = writes.filter((w) => !events[w].root);
  if (access === 'write') {
    if (root) return [];
    const rivals = new Set<number>();
    events.forEach((other, i) => {
      if (other.access !== 'read' || other.loc !== loc) return;
      if (!other.root) rivals.add(i);
      for (const w of other.good) if (leafWrites.includes(w)) rivals.add(w);
    });
    return [...rivals].map((rival) => [rival, e] as const);
  }
  const readable = good.filter((w) => leafWrites.includes(w));
  return [...(root ? [] : [e]), ...readable].flatMap((a) =>
    leafWrites.filter((w) => w !== a).map((w) => [w, a] as const),
  );
}

/** The order with both events of each pair ordered, in every way. */
function* orientations(order: PartialOrder, pairs: readonly (readonly [number, number])[]): Generator<PartialOrder> {
  const open = pairs.find(([a, b]) => !order.ordered(a, b));
  if (open === undefined) {
    yield order;
    return;
  }
  const [a, b] = open;
  const other = order.copy();
  order.order(a, b);
  yield* orientations(order, pairs);
  other.order(b, a);
  yield* orientations(other, pairs);
}
