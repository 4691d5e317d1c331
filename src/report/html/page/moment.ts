/** The state of an execution after one of its events: memory, objects, and what threads may read. */
import { INITIAL, type Excluded, type PicturedGraph } from '../picture';

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

/** Answers what holds after an event. */
export class Moments {
  /** By write: its place in coherence order. */
  private readonly ranks = new Map<number, number>();
  /** By location: its writes in the order of the execution. */
  private readonly writes: number[][];

  constructor(readonly graph: PicturedGraph) {
    this.writes = graph.locations.map(({ writes }) => {
      writes.forEach((w, rank) => this.ranks.set(w, rank));
      return writes.slice().sort((a, b) => a - b);
    });
  }

  /** What memory holds after the event: for each location its last write so far. */
  memory(event: number): MemoryRow[] {
    return this.graph.locations.flatMap(({ isObject }, location) => {
      if (isObject) return [];
      let latest = INITIAL;
      for (const w of this.writes[location]) {
        if (w > event) break;
        if (latest === INITIAL || this.ranks.get(w)! > this.ranks.get(latest)!) latest = w;
      }
      return [{ location, latest, changed: latest === event }];
    });
  }

  /** The states of the objects that were used so far. */
  objects(event: number): ObjectRow[] {
    const states = new Map<number, ObjectRow>();
    for (const { at, location, state } of this.graph.objects) {
      if (at > event) break;
      states.set(location, { location, state, changed: at === event });
    }
    return [...states.values()].sort((a, b) => a.location - b.location);
  }

  /** By thread and location: the writes that it may read after the event. */
  views(event: number): Map<number, Map<number, number[]>> {
    const views = new Map<number, Map<number, number[]>>();
    for (const { at, thread, location, added, removed } of this.graph.views) {
      if (at > event) break;
      const ofThread = views.get(thread) ?? new Map<number, number[]>();
      views.set(thread, ofThread);
      const gone = new Set(removed.map(([w]) => w));
      ofThread.set(location, [...(ofThread.get(location) ?? []).filter((w) => !gone.has(w)), ...added]);
    }
    return views;
  }

  /** Why the thread can no longer read writes of the location, before the event. */
  excluded(event: number, t: number, loc: number): Map<number, Excluded> {
    const found = new Map<number, Excluded>();
    for (const { at, thread, location, removed } of this.graph.views) {
      if (at >= event) break;
      if (thread === t && location === loc) for (const why of removed) found.set(why[0], why);
    }
    return found;
  }

  /** The text of a write's value. */
  value(write: number, location: number): string {
    return write < 0 ? this.graph.locations[location].initial || '0' : (this.graph.written[write] ?? '?');
  }
}
