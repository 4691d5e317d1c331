/** Extends closed annotated partial orders by events (section 5.1). */
import { conflict, type AnnotatedOrder, type OrderedEvent } from './annotated-order';
import { close } from './closure';
import type { PartialOrder } from './partial-order';

/** An event with the numbers of events that it comes after in any case. */
export interface NewEvent {
  readonly event: OrderedEvent;
  readonly after: readonly number[];
}

/**
 * The closed annotated partial orders with the event: at most one where it is of the root. An event of a leaf is
 * ordered with all conflicting events of leaves, in every way that can be closed.
 */
export function* extend({ events, order }: AnnotatedOrder, { event, after }: NewEvent): Generator<AnnotatedOrder> {
  const longer = [...events, event];
  const grown = order.copy();
  const e = grown.append(after);
  const rivals = event.root ? [] : longer.flatMap((other, i) => (!other.root && conflict(event, other) ? [i] : []));
  for (const oriented of orientations(grown, e, rivals)) {
    const extended: AnnotatedOrder = { events: longer, order: oriented };
    if (close(extended)) yield extended;
  }
}

/** The closed annotated partial orders with the events, each after those before it in the list. */
export function* extendByAll(annotated: AnnotatedOrder, [first, ...rest]: readonly NewEvent[]): Generator<AnnotatedOrder> {
  if (first === undefined) {
    yield annotated;
    return;
  }
  for (const extended of extend(annotated, first)) yield* extendByAll(extended, rest);
}

/** The order with all of these events ordered with `e`, in every way. */
function* orientations(order: PartialOrder, e: number, events: readonly number[]): Generator<PartialOrder> {
  const open = events.find((other) => other !== e && !order.ordered(other, e));
  if (open === undefined) {
    yield order;
    return;
  }
  const other = order.copy();
  order.order(open, e);
  yield* orientations(order, e, events);
  other.order(e, open);
  yield* orientations(other, e, events);
}
