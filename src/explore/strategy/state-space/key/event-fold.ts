/**
 * What follows from a list of events, one after the other: the value after each event is kept while the event is in the
 * graph, so that a growing list costs its new events.
 */
import type { GraphEvent } from '../../../../graph/event';

export class EventFold<T> {
  /** By number of the event in the graph: the value after it. */
  private readonly known: { readonly event: GraphEvent; readonly value: T }[] = [];

  /**
   * `first`: the value before all events. `follow`: the value after one more. An event must come after the same events
   * in every list that has it.
   */
  constructor(
    private readonly first: T,
    private readonly follow: (value: T, e: GraphEvent) => T,
  ) {}

  /** The value after the events, or after the first `count` of them. */
  of(events: readonly GraphEvent[], count = events.length): T {
    let i = count;
    let value = this.first;
    for (; i > 0; i--) {
      const known = this.known[events[i - 1].id];
      if (known?.event !== events[i - 1]) continue;
      ({ value } = known);
      break;
    }
    for (; i < count; i++) {
      value = this.follow(value, events[i]);
      this.known[events[i].id] = { event: events[i], value };
    }
    return value;
  }
}
