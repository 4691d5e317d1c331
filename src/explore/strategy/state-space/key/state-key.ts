/**
 * What identifies a state of the state search: where each thread stands, what memory holds, the states of the
 * synchronisation objects, and what is needed to find data races (past-accesses.ts).
 */
import { type DataOf, dataOf, giveData } from '../../../../base/durable';
import { isObjectKind, objectOf } from '../../../../object';
import type { ObjectKind, ObjectState } from '../../../../object/object';
import {
  Kind,
  leavesUndefined,
  type Label,
  type LocationId,
  type ThreadId,
  type Value,
} from '../../../../program/label';
import type { HistoryNode } from '../../../../program/program';
import type { GraphEvent } from '../../../../graph/event';
import type { ExecutionGraph, LocationState } from '../../../../graph/graph';
import type { Refinement } from '../../../equivalence/refinement';
import { performedOf } from '../../../extend/segments';
import { iterationEndingAt } from '../../../histories/spin-loops';
import { mix } from '../../../store/vector-set';
import { AccessSets, LatestAccesses, orderingOf } from './past-accesses';

/** Small numbers for texts and values, from 1. */
type Numbers = Map<string | Value, number>;

function numberIn(numbers: Numbers, key: string | Value): number {
  let n = numbers.get(key);
  if (n === undefined) numbers.set(key, (n = numbers.size + 1));
  return n;
}

/** The number of a thread's place, while its last event is the same one. */
interface Known {
  readonly last: GraphEvent;
  readonly used: number;
  readonly number: number;
  readonly future: number;
}

/** What a state is made of. Tests leave parts out, and expect to see that they are missing. */
export type KeyPart =
  'place' | 'accesses' | 'used' | 'memory' | 'freed' | 'objects' | 'ordering' | 'robustness' | 'faults';

/** The vector of a state. It grows with the number of threads and locations; what is missing is 0. */
export class StateKey {
  private readonly numbered = {
    durable: {
      /** That of the vector. */
      length: 32,
      futures: new Map() as Numbers,
      places: new Map() as Numbers,
      orderings: new Map() as Numbers,
      contents: [] as Numbers[],
      slots: new Map<LocationId, number>(),
      /** By place: the access set of the thread. */
      accessed: [] as number[],
      /** By place that the key was taken with. */
      futureOfPlace: [] as number[],
      /**
       * By number of the node, and events of its segment that were performed: the number of what the thread may do from
       * there on.
       */
      rest: [] as (number[] | undefined)[],
    },
  };
  /** At 0 the ordering, and how many faults there were; at 2t + 1 the place of thread t; at 2s + 2 what s holds. */
  vector = new Int32Array(this.numbered.durable.length);
  hash = 0;
  /** By thread: the number of what it may do from here on; a hole where it has not begun. */
  futures: number[] = [];
  private readonly accesses = new AccessSets();
  private readonly latest = new LatestAccesses();
  private readonly parts = { numbered: this.numbered, accesses: this.accesses };
  private readonly known: (Known | undefined)[] = [];
  private readonly texts = new WeakMap<ObjectState, string>();
  private readonly initialTexts = new Map<ObjectKind, string>();

  /**
   * `exits`: threads that call exit. `grow` is called when the vector gets longer. `without`: parts that are left out.
   */
  constructor(
    private readonly exits: ReadonlySet<ThreadId>,
    private readonly grow: (length: number) => void,
    private readonly without: ReadonlySet<KeyPart> = new Set(),
  ) {}

  get durable(): DataOf<typeof this.parts> {
    return dataOf(this.parts);
  }

  set durable(data: DataOf<typeof this.parts>) {
    giveData(this.parts, data);
    this.vector = new Int32Array(this.numbered.durable.length);
  }

  /** Makes `vector` and `hash` those of the graph. `robustness`: what checks of that depend on (Robustness.textOf). */
  take(graph: ExecutionGraph, refinement: Pick<Refinement, 'countsOrder' | 'ordersAll'>, robustness = ''): void {
    this.vector.fill(0);
    this.futures = [];
    const used = usedIds(graph);
    for (let t = 0; t < graph.threads.length; t++) {
      if ((graph.threads[t]?.length ?? 0) === 0) continue;
      this.set(2 * t + 1, this.placeOf(graph, t, used[t] ?? 0));
    }
    for (const [loc, state] of graph.locations) this.set(2 * this.slotOf(loc) + 2, this.contentOf(loc, state));
    let order = this.has('robustness') ? robustness : '';
    if (refinement.countsOrder && this.has('ordering'))
      order += `|${orderingOf(graph, this.latest, (loc) => refinement.ordersAll(loc))}`;
    // Choices have no location: what is at 0 decides which moves a choice of a fault has (KnownPlaces).
    if (graph.faults > 0 && this.has('faults')) order += `|${graph.faults} faults`;
    if (order !== '') this.set(0, numberIn(this.numbered.durable.orderings, order));
    this.hash = hashOf(this.vector);
  }

  /** The index in the vector of the place of the thread. */
  indexOfThread(t: ThreadId): number {
    return 2 * t + 1;
  }

  /** The index in the vector of what the location holds. */
  indexOf(loc: LocationId): number {
    return 2 * this.slotOf(loc) + 2;
  }

  /** Has the thread that stands at the place accessed plain data since it last released something? */
  hasAccesses(place: number): boolean {
    return this.numbered.durable.accessed[place] !== 0;
  }

  /** By thread, in a state of the vector: the number of what it may do from there on, as in `futures`. */
  futuresOf(vector: Int32Array): number[] {
    const futures: number[] = [];
    for (let t = 0; 2 * t + 1 < vector.length; t++) {
      const place = vector[2 * t + 1];
      if (place !== 0) futures[t] = this.numbered.durable.futureOfPlace[place];
    }
    return futures;
  }

  /**
   * Has the thread that stands at the place accessed the plain data since it last released something, so that an access
   * of `other` may race with it?
   */
  hasAccessed(place: number, other: ThreadId, loc: LocationId, writes: boolean): boolean {
    const set = this.numbered.durable.accessed[place];
    return set !== 0 && this.accesses.meets(set, other, loc, writes);
  }

  /** The location in which states held most, and how many different contents; undefined: there is no location. */
  mostVaried(): { readonly loc: LocationId; readonly contents: number } | undefined {
    let most: { loc: LocationId; contents: number } | undefined;
    for (const [loc, slot] of this.numbered.durable.slots) {
      const contents = this.numbered.durable.contents[slot]?.size ?? 0;
      if (most === undefined || contents > most.contents) most = { loc, contents };
    }
    return most;
  }

  /** The place of the thread after its first `count` events; `unjoined`: before it was joined. */
  placeAfter(graph: ExecutionGraph, t: ThreadId, count: number, unjoined: boolean): number {
    const events = graph.threads[t].slice(0, count);
    const used = usedIds(graph)[t] ?? 0;
    const number = unjoined ? used & ~1 : used;
    return this.numberOf(this.futureOf(events.at(-1)!.node!, events), this.accesses.of(events), number);
  }

  /** How many numbers there are for what threads may do (`futures`). */
  get futureCount(): number {
    return this.numbered.durable.futures.size;
  }

  /** The number of what the thread that stands at the place may do from there on. */
  futureAt(place: number): number {
    return this.numbered.durable.futureOfPlace[place];
  }

  /** The accesses that the event of the graph releases, as AccessSets.releasedBy has them. */
  releasedBy(graph: ExecutionGraph, e: GraphEvent): number[] {
    return this.accesses.releasedBy(graph.threads[e.thread], e);
  }

  private has(part: KeyPart): boolean {
    return !this.without.has(part);
  }

  private set(at: number, value: number): void {
    if (value === 0) return;
    if (at >= this.vector.length) {
      let { length } = this.vector;
      while (at >= length) length *= 2;
      const longer = new Int32Array(length);
      longer.set(this.vector);
      this.vector = longer;
      this.numbered.durable.length = length;
      this.grow(length);
    }
    this.vector[at] = value;
  }

  private slotOf(loc: LocationId): number {
    let slot = this.numbered.durable.slots.get(loc);
    if (slot === undefined) this.numbered.durable.slots.set(loc, (slot = this.numbered.durable.slots.size));
    return slot;
  }

  /** `used`: was the thread joined (1), detached (2)? */
  private placeOf(graph: ExecutionGraph, t: ThreadId, used: number): number {
    const events = graph.threads[t];
    const last = events[events.length - 1];
    const before = this.known[t];
    if (before?.last === last && before.used === used) {
      this.futures[t] = before.future;
      return before.number;
    }
    const future = this.futureOf(last.node!, events);
    const number = this.numberOf(future, this.accesses.of(events), used);
    this.known[t] = { last, used, number, future };
    this.futures[t] = future;
    return number;
  }

  /** The number of a place. `set`: the accesses of the thread since it last released something. */
  private numberOf(future: number, set: number, used: number): number {
    const place = this.has('place') ? future : '';
    const accesses = this.has('accesses') ? set : '';
    const number = numberIn(this.numbered.durable.places, `${place}|${accesses}|${this.has('used') ? used : ''}`);
    this.numbered.durable.accessed[number] = set;
    this.numbered.durable.futureOfPlace[number] = future;
    return number;
  }

  /** All that the thread does from here on depends on this and on what its events will return. */
  private futureOf(node: HistoryNode, events: readonly GraphEvent[]): number {
    const done = performedOf(events);
    const numbers = (this.numbered.durable.rest[node.id] ??= []);
    return (numbers[done] ??= numberIn(this.numbered.durable.futures, `${node.thread}|${this.describe(node, done)}`));
  }

  private describe(node: HistoryNode, done: number): string {
    const then = this.localState(node);
    if (done >= node.segment.length) return then;
    return `${node.segment.slice(done).map(describe).join(';')};${then}`;
  }

  /** The local state before the node's pending event, or at the end of the thread. */
  private localState(node: HistoryNode): string {
    if (node.pending === null) {
      const last = node.segment.at(-1);
      return last?.kind === Kind.End && last.op === 0 && !this.exits.has(node.thread)
        ? `=${last.value}`
        : `#${node.id}`;
    }
    const iteration = iterationEndingAt(node);
    if (iteration !== undefined) return this.localState(iteration.head);
    return node.state !== undefined && node.state !== 0 ? `@${node.state}` : `#${node.id}`;
  }

  private contentOf(loc: LocationId, { writes, frees }: LocationState): number {
    const [first] = writes;
    const last = writes[writes.length - 1];
    if (!this.has(last.object === undefined ? 'memory' : 'objects')) return 0;
    const freed = frees > 0 && this.has('freed');
    const isUndefined = leavesUndefined(last.label);
    const isAsFirst =
      last === first || (this.isAsAtFirst(first.written!, last) && isUndefined === leavesUndefined(first.label));
    if (!freed && isAsFirst) return 0;
    const numbers = (this.numbered.durable.contents[this.slotOf(loc)] ??= new Map());
    if (last.object !== undefined)
      return numberIn(numbers, `${this.objectText(last.label, last.object)}${freed ? '!' : ''}`);
    return numberIn(numbers, freed ? `${last.written}!` : isUndefined ? '?' : last.written!);
  }

  /** Does the location hold what it held at first? Of objects that is known where their memory was 0. */
  private isAsAtFirst(first: Value, { label, written, object }: GraphEvent): boolean {
    if (object === undefined) return written === first;
    return first === 0 && this.objectText(label, object) === this.initialText(label);
  }

  private initialText(l: Label): string {
    const kind = objectOf(l.kind);
    let text = this.initialTexts.get(kind);
    if (text === undefined) this.initialTexts.set(kind, (text = this.objectText(l, kind.initial(0))));
    return text;
  }

  private objectText(l: Label, state: ObjectState): string {
    let text = this.texts.get(state);
    if (text === undefined) {
      const kind = isObjectKind(l.kind) ? objectOf(l.kind) : undefined;
      // Its position says that a thread has begun to wait. If it does not wait now, it was woken, whoever did it.
      text = `${kind?.noun ?? ''} ${textOf(kind?.settled?.(state) ?? state)}`;
      this.texts.set(state, text);
    }
    return text;
  }
}

function textOf(state: ObjectState): string {
  try {
    return JSON.stringify(state);
  } catch {
    // Large values are bigints, which JSON does not know.
    return JSON.stringify(state, (_, v: unknown) => (typeof v === 'bigint' ? `${v}n` : v));
  }
}

/** By thread: was its id used up by a join (1) or a detach (2)? */
export function usedIds(graph: ExecutionGraph): number[] {
  const used: number[] = [];
  for (const { label } of graph.onThreads) {
    if (label.kind === Kind.Join) used[label.thread] = (used[label.thread] ?? 0) | 1;
    else if (label.kind === Kind.Detach) used[label.thread] = (used[label.thread] ?? 0) | 2;
  }
  return used;
}

/** An event as far as it matters to come. */
function describe(l: Label): string {
  const { kind, loc, order, size, op, value, expected, thread, site, text } = l;
  return `${kind},${loc},${order},${size},${op},${value},${expected},${thread},${site},${text}`;
}

/** The xor of a vector's hashes before and after the change of one element. */
export function hashChange(at: number, from: number, to: number): number {
  return mix(at, from) ^ mix(at, to);
}

/** The hash of a vector, whatever zeros are at its end. */
export function hashOf(v: Int32Array): number {
  let hash = 0;
  for (let i = 0; i < v.length; i++) hash ^= mix(i, v[i]);
  return hash;
}
