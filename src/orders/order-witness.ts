/**
 * An execution with an error, asked whether other memory orders allow it too. The values that threads read do not
 * depend on orders, so the threads do the same; the memory model says whether the execution is consistent, and whether
 * two of its accesses race. That takes no run of the program.
 */
import { outcomesAfter } from '../explore/extend/candidates';
import type { FoundError, FoundKind, TraceEvent } from '../explore/common/verdict';
import { raceOf } from '../graph/conflict';
import type { Append, GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import type { Model } from '../model/model';
import { isObjectKind } from '../object';
import type { LocationId, Value } from '../program/label';
import { valueRead } from '../program/rmw';
import { isAtMost, type Assignment } from './assignment';

/** Errors that happen wherever the execution does. Others depend on what else could happen, or on happens-before. */
const ofValues: ReadonlySet<FoundKind> = new Set(['assertion', 'abort', 'crash', 'exit-code', 'uninitialised']);

/** The numbers of the sites of an event's order and its order at failure; -1: it has none. */
export interface EventSites {
  readonly site: number;
  readonly failSite: number;
}

export class OrderWitness {
  private readonly initial = new Map<LocationId, Value>();
  private readonly events: readonly (TraceEvent & EventSites)[];
  /** By the orders of the sites that the execution has: does it happen with an error? */
  private readonly known = new Map<string, boolean>();
  /** The sites of the execution. */
  private readonly sites: readonly number[];

  /** `orders`: those under which the execution was found; `sitesOf`: the sites of an event. */
  constructor(
    private readonly model: Model,
    private readonly error: FoundError,
    private readonly orders: Assignment,
    sitesOf: (event: TraceEvent) => EventSites | undefined,
  ) {
    this.events = error.trace.map((event) => ({ ...event, ...(sitesOf(event) ?? { site: -1, failSite: -1 }) }));
    const sites = this.events.flatMap(({ site, failSite }) => [site, failSite]);
    this.sites = [...new Set(sites)].filter((site) => site >= 0).sort((a, b) => a - b);
    for (const { label, source, value } of error.trace)
      if (source === -1 && !isObjectKind(label.kind)) this.initial.set(label.loc, valueRead(label, value!));
  }

  /** Do the orders certainly allow an execution with an error? False: that is not known. */
  holdsUnder(orders: Assignment): boolean {
    // The model is monotone: weaker orders allow at least the same executions, and order no more of their events.
    if (isAtMost(orders, this.orders)) return true;
    const key = this.sites.map((site) => orders[site]).join('');
    let holds = this.known.get(key);
    if (holds === undefined) this.known.set(key, (holds = this.happensUnder(orders)));
    return holds;
  }

  private happensUnder(orders: Assignment): boolean {
    if (this.sites.every((site) => orders[site] === this.orders[site])) return true;
    const graph = this.model.graph((loc) => this.initial.get(loc) ?? 0);
    const made: GraphEvent[] = [];
    for (const event of this.events) {
      const append = appendOf(event, orders, graph, made);
      const e = append === undefined ? null : this.model.append(graph, append);
      if (e === null) return false;
      if (raceOf(graph, e) !== undefined) return true;
      made.push(e);
    }
    return ofValues.has(this.error.kind);
  }
}

/** The event under other orders; undefined: it cannot be performed there. */
function appendOf(
  { thread, label: l, source: place, value: read, written, changesObject, site, failSite }: TraceEvent & EventSites,
  orders: Assignment,
  graph: ExecutionGraph,
  made: readonly GraphEvent[],
): Append | undefined {
  const label = {
    ...l,
    order: site < 0 ? l.order : orders[site],
    failOrder: failSite < 0 ? l.failOrder : orders[failSite],
  };
  const source = place === -2 ? null : place === -1 ? graph.location(l.loc).initial : made[place];
  const event = { thread, label, source, read, written, node: null };
  if (!isObjectKind(l.kind)) return event;
  if (source === null) return undefined;
  const outcome = outcomesAfter(graph, source, thread, label).find(
    (o) => o.kind === 'done' && o.value === read && (o.next !== undefined) === (changesObject === true),
  );
  return outcome?.kind === 'done' ? { ...event, object: outcome.next, sync: outcome.sync } : undefined;
}
