/**
 * The state of an execution after one of its events: memory, objects, and what threads may read. What a step asks for
 * is looked up, and does not grow with the execution.
 */
import { INITIAL, type DrawnEdge, type Edges, type Excluded, type PicturedGraph, type ReadChoices } from '../picture';

export interface MemoryRow {
  readonly location: number;
  /** The last write so far, in coherence order. */
  readonly latest: number;
  readonly changed: boolean;
}

export interface ObjectRow {
  readonly location: number;
  readonly state: string;
  readonly changed: boolean;
}

/** By location: the writes that a thread may read. */
type View = Map<number, readonly number[]>;

/** An edge of an event. */
export interface EventEdge {
  readonly kind: keyof Edges;
  readonly edge: DrawnEdge;
}

/** So many changes lie between two views that are kept. */
const KEPT = 64;

/** Answers what holds after an event. */
export class Moments {
  /** The threads that have views. */
  readonly viewers: ReadonlySet<number>;
  /** By location: its writes in the order of the execution, and the last one in coherence order after each. */
  private readonly writes: (readonly { readonly at: number; readonly latest: number }[])[];
  private readonly states = new Map<number, PicturedGraph['objects'][number][]>();
  private readonly edges = new Map<number, EventEdge[]>();
  private readonly choices: ReadonlyMap<number, ReadChoices>;
  private readonly removals = new Map<string, { readonly at: number; readonly why: Excluded }[]>();
  /** The views after 0, KEPT, ... changes. Lists in them are never changed. */
  private readonly kept: Map<number, View>[] = [new Map()];

  constructor(readonly graph: PicturedGraph) {
    const ranks = new Map<number, number>();
    this.writes = graph.locations.map(({ writes }) => {
      writes.forEach((w, rank) => ranks.set(w, rank));
      let latest = INITIAL;
      return writes
        .slice()
        .sort((a, b) => a - b)
        .map((at) => {
          if (latest === INITIAL || ranks.get(at)! > ranks.get(latest)!) latest = at;
          return { at, latest };
        });
    });
    for (const state of graph.objects) added(this.states, state.location, state);
    for (const kind of ['rf', 'sw', 'co', 'fr'] as const)
      for (const edge of graph.edges[kind]) for (const event of new Set(edge)) added(this.edges, event, { kind, edge });
    this.choices = new Map(graph.choices.map((choice) => [choice.event, choice]));
    this.viewers = new Set(graph.views.map(({ thread }) => thread));
    for (const { at, thread, location, removed } of graph.views)
      for (const why of removed) added(this.removals, `${thread} ${location}`, { at, why });
  }

  /** What memory holds after the event: for each location its last write so far. */
  memory(event: number): MemoryRow[] {
    return this.graph.locations.flatMap(({ isObject }, location) => {
      if (isObject) return [];
      const latest = lastUntil(this.writes[location], event)?.latest ?? INITIAL;
      return [{ location, latest, changed: latest === event }];
    });
  }

  /** The states of the objects that were used so far. */
  objects(event: number): ObjectRow[] {
    const rows = [...this.states].flatMap(([location, states]) => {
      const last = lastUntil(states, event);
      return last === undefined ? [] : [{ location, state: last.state, changed: last.at === event }];
    });
    return rows.sort((a, b) => a.location - b.location);
  }

  /** By thread and location: the writes that it may read after the event. */
  views(event: number): ReadonlyMap<number, ReadonlyMap<number, readonly number[]>> {
    const { views } = this.graph;
    const end = countUntil(views, event);
    for (let from = this.kept.length; from * KEPT <= end; from++)
      this.kept.push(this.after(this.kept[from - 1], (from - 1) * KEPT, from * KEPT));
    const from = Math.floor(end / KEPT);
    return this.after(this.kept[from], from * KEPT, end);
  }

  /** The views with these changes. */
  private after(before: ReadonlyMap<number, View>, from: number, end: number): Map<number, View> {
    const views = new Map([...before].map(([thread, view]) => [thread, new Map(view)]));
    for (const { thread, location, added: news, removed } of this.graph.views.slice(from, end)) {
      const view = views.get(thread) ?? new Map<number, readonly number[]>();
      views.set(thread, view);
      const gone = new Set(removed.map(([w]) => w));
      view.set(location, [...(view.get(location) ?? []).filter((w) => !gone.has(w)), ...news]);
    }
    return views;
  }

  /** Why the thread can no longer read writes of the location, before the event. */
  excluded(event: number, t: number, loc: number): Map<number, Excluded> {
    const all = this.removals.get(`${t} ${loc}`) ?? [];
    return new Map(all.slice(0, countUntil(all, event - 1)).map(({ why }) => [why[0], why]));
  }

  /** What the read could have returned beyond its views. */
  choicesOf(event: number): ReadChoices | undefined {
    return this.choices.get(event);
  }

  /** The edges from and to the event. */
  edgesOf(event: number): readonly EventEdge[] {
    return this.edges.get(event) ?? [];
  }

  /** The text of a write's value. */
  value(write: number, location: number): string {
    return write < 0 ? this.graph.locations[location].initial || '0' : (this.graph.written[write] ?? '?');
  }
}

function added<Key, Value>(to: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = to.get(key);
  if (list === undefined) to.set(key, [value]);
  else list.push(value);
}

/** How many of the entries, which are in order, are not after the event. */
function countUntil(entries: readonly { readonly at: number }[], event: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle].at <= event) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lastUntil<Entry extends { readonly at: number }>(entries: readonly Entry[], event: number): Entry | undefined {
  return entries[countUntil(entries, event) - 1];
}
