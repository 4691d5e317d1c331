/**
 * All consistent executions of a small program under imm, which may have cycles of po ∪ rf: by taking every history of
 * every thread, every source with the value that was read, and every order of the writes, and testing the axioms. For
 * programs of atomic accesses and fences.
 *
 * That ar is acyclic (model/imm.ts) is tested by performing the events of the execution in an order in which each comes
 * after those that ar puts before it. What an event depends on is found by running its thread with other values.
 */
import { isAcquire, isRelease } from '../../src/program/memory-order';
import { isReadLike, Kind, type Label, type LocationId } from '../../src/program/label';
import type { HistoryNode, Program } from '../../src/program/program';
import { Axioms } from './axioms';
import { bruteForce } from './brute';
import { dataProgram } from './data-program';
import { rfKey, updated, valueKey, type Event, type Execution } from './execution';
import type { Litmus } from './litmus';

/** Values by location. */
type Values = Map<LocationId, Set<number>>;

export interface Buffered {
  readonly value: ReadonlySet<string>;
  readonly rf: ReadonlySet<string>;
  readonly co: number;
  /** How many of the executions have a cycle of po ∪ rf. */
  readonly cycles: number;
}

/** An event of a thread's history, and the history before it. */
interface Step {
  readonly event: Event;
  readonly node: HistoryNode;
}

/** Programs have no more writes. */
const MOST_WRITES = 10;

const noContext = (): never => {
  throw new Error('programs in memory need no schedule');
};

/**
 * The executions under imm: by the general enumerator where none has a cycle, for it is faster, and has all others
 * (brute.ts).
 */
export function executionsUnderImm(litmus: Litmus): Pick<Buffered, 'value' | 'rf' | 'co'> {
  return mayHaveCycles(litmus) ? loadBuffering(litmus) : bruteForce(litmus, 'imm');
}

/** The executions under imm. Dependencies rest on the values of earlier rounds, until a round adds none. */
export function loadBuffering(litmus: Litmus): Buffered {
  const program = dataProgram(litmus);
  let values: Values = new Map();
  for (let round = 0; ; round++) {
    const search = new Search(program, values, round === 0);
    search.run();
    const all = union(values, search.written);
    if (round > 0 && sizeOf(all) === sizeOf(values)) return search.found();
    values = all;
  }
}

/**
 * May the program have a cycle of po ∪ rf? That needs a relaxed load, and a later store of its thread to another
 * location with no fence between them: else each thread keeps its order wherever the cycle goes through it.
 */
function mayHaveCycles({ threads }: Litmus): boolean {
  return threads.some((ops) =>
    ops.some((load, i) => {
      if (load.op !== 'R' || load.o !== 'rlx') return false;
      const fence = ops.findIndex((op, j) => j > i && op.op === 'F');
      const after = ops.slice(i + 1, fence < 0 ? ops.length : fence);
      return after.some((op) => (op.op === 'W' || op.op === 'U') && op.x !== load.x);
    }),
  );
}

class Search {
  readonly written: Values = new Map();
  /** By thread: what it may write. */
  private readonly writes = new Map<number, Values>();
  private readonly value = new Set<string>();
  private readonly rf = new Set<string>();
  private co = 0;
  private cycles = 0;

  constructor(
    private readonly program: Program,
    private readonly values: Values,
    private readonly acyclic: boolean,
  ) {}

  found(): Buffered {
    const { value, rf, co, cycles } = this;
    return { value, rf, co, cycles };
  }

  /** Finds all executions. */
  run(): void {
    this.findWrites();
    this.combine([], this.threads());
  }

  /** What the chosen histories write, and the other threads may write. */
  private writesOf(chosen: readonly Step[][], left: readonly number[]): Values {
    const written: Values = new Map();
    for (const { event } of chosen.flat()) note(written, event.label, event.value);
    return left.map((thread) => this.writes.get(thread)!).reduce(union, written);
  }

  /** What writes may write that read what writes may write, and so on: as often as there may be writes. */
  private findWrites(): void {
    let all: Values = new Map();
    for (let size = -1, rounds = 0; size < sizeOf(all) && rounds < MOST_WRITES; rounds++) {
      size = sizeOf(all);
      const look = (node: HistoryNode, found: Values): void => {
        for (const label of node.segment) note(found, label, 0);
        const { pending } = node;
        if (pending === null) return;
        for (const value of returnsOf(pending, all)) {
          note(found, pending, value);
          look(this.program.child(node, value, noContext), found);
        }
      };
      for (const thread of this.threads()) {
        const found: Values = new Map();
        look(this.program.root(thread, 0, noContext), found);
        this.writes.set(thread, found);
      }
      all = [...this.writes.values()].reduce(union, all);
    }
  }

  private threads(): number[] {
    const main = this.program.root(0, 0, noContext);
    return [0, ...main.segment.filter((l) => l.kind === Kind.Create).map((l) => l.thread)];
  }

  /** All combinations of complete histories. */
  private combine(chosen: readonly Step[][], left: readonly number[]): void {
    if (left.length === 0) return this.choose(chosen);
    const [thread, ...rest] = left;
    const readable = this.writesOf(chosen, left);
    const follow = (node: HistoryNode, steps: readonly Step[]): void => {
      const all = [...steps];
      const add = (label: Label, value: number): void => {
        const written = writtenBy(label, value);
        all.push({ event: { thread, index: all.length, label, value, written, source: null }, node });
      };
      for (const label of node.segment) add(label, 0);
      const { pending } = node;
      if (pending === null) return this.combine([...chosen, all], rest);
      for (const value of returnsOf(pending, readable)) {
        add(pending, value);
        follow(this.program.child(node, value, noContext), all);
        all.pop();
      }
    };
    follow(this.program.root(thread, 0, noContext), []);
  }

  /** All sources and orders of writes for the histories. */
  private choose(threads: readonly Step[][]): void {
    const steps = threads.flat();
    const events = steps.map(({ event }) => event);
    const writes = new Map<LocationId, Event[]>();
    for (const e of events)
      if (e.label.loc >= 0) {
        if (!writes.has(e.label.loc)) writes.set(e.label.loc, []);
        if (e.written !== undefined) writes.get(e.label.loc)!.push(e);
      }
    const reads = events.filter((e) => e.label.kind === Kind.Load || e.label.kind === Kind.Rmw);
    for (const e of events)
      if (e.label.kind === Kind.Join)
        setSource(
          e,
          events.find((end) => end.thread === e.label.thread && end.label.kind === Kind.End)!,
        );
    const pick = (i: number): void => {
      if (i === reads.length) {
        for (const co of orders([...writes], events)) this.test({ events, co }, threads);
        return;
      }
      const e = reads[i];
      for (const source of [null, ...writes.get(e.label.loc)!]) {
        if (source === e || (source === null ? 0 : source.written) !== e.value) continue;
        setSource(e, source);
        pick(i + 1);
      }
    };
    pick(0);
  }

  private test(x: Execution, threads: readonly Step[][]): void {
    const isCyclic = x.events.some((e) => e.source !== null && reaches(x.events, e, e.source));
    if (this.acyclic && isCyclic) return;
    if (!new Axioms(x).isConsistent('imm')) return;
    if (isCyclic && !new Processor(this.program, threads, this.values).performs()) return;
    for (const e of x.events) note(this.written, e.label, e.value);
    this.co++;
    this.cycles += Number(isCyclic);
    const perThread = <T>(f: (e: Event) => T): T[][] => {
      const all: T[][] = [];
      for (const steps of threads)
        all[steps[0].event.thread] = steps
          .map((s) => s.event)
          .filter(isReadEvent)
          .map(f);
      return all;
    };
    const value = valueKey(perThread((e) => e.value));
    this.value.add(value);
    this.rf.add(
      `${value} from ${rfKey(perThread((e) => (e.source ? ([e.source.thread, e.source.index] as const) : null)))}`,
    );
  }
}

/** Performs the events of an execution as early as ar allows. */
class Processor {
  /** By thread: how many events were performed. */
  private readonly done: number[] = [];
  /** Performed events that other threads may see. */
  private readonly visible = new Set<Event>();

  constructor(
    private readonly program: Program,
    private readonly threads: readonly Step[][],
    private readonly values: Values,
  ) {
    for (const steps of threads) this.done[steps[0].event.thread] = 0;
  }

  /** Can all events be performed, and do all loads get their sources? */
  performs(): boolean {
    for (let progress = true; progress;) {
      progress = false;
      for (const steps of this.threads)
        while (this.mayPerform(steps)) {
          this.done[steps[0].event.thread]++;
          progress = true;
        }
      for (const steps of this.threads)
        for (const { event } of steps.slice(0, this.doneOf(steps)))
          if (!this.visible.has(event) && !this.isHeld(steps, event.index)) {
            this.visible.add(event);
            progress = true;
          }
    }
    return this.threads.every((steps) => this.doneOf(steps) === steps.length && this.open(steps, steps.length) === 0);
  }

  private doneOf(steps: readonly Step[]): number {
    return this.done[steps[0].event.thread];
  }

  /** How many of the first events are loads whose source is not there. */
  private open(steps: readonly Step[], n: number): number {
    return steps.slice(0, n).filter(({ event }) => !this.isServed(event)).length;
  }

  private isServed({ source, thread, label }: Event): boolean {
    if (label.kind === Kind.Begin) return thread === 0 || this.isCreated(thread);
    return source === null || source.thread === thread || this.visible.has(source);
  }

  private isCreated(thread: number): boolean {
    return [...this.visible].some(({ label }) => label.kind === Kind.Create && label.thread === thread);
  }

  private mayPerform(steps: readonly Step[]): boolean {
    const at = this.doneOf(steps);
    if (at === steps.length) return false;
    const { event } = steps[at];
    const { label } = event;
    if (this.open(steps, at) > 0) {
      if (![Kind.Load, Kind.Store, Kind.Rmw].includes(label.kind)) return false;
      if (!this.variants(steps, at).every(([other]) => samePlace(other, label))) return false;
    }
    return this.isServed(event) || (label.kind === Kind.Load && !isAcquire(label.order));
  }

  /** Does the write wait for loads before it, so that other threads do not see it? */
  private isHeld(steps: readonly Step[], at: number): boolean {
    if (this.open(steps, at) === 0) return false;
    const { label, written } = steps[at].event;
    const before = steps.slice(0, at).filter((_, i) => this.open(steps, i) > 0);
    if (isRelease(label.order) || this.isUnknown(steps, at)) return true;
    const releases = ({ event: e }: Step): boolean => e.written !== undefined && isRelease(e.label.order);
    if (before.some((s) => releases(s) && s.event.label.loc === label.loc)) return true;
    if (
      before.some(
        ({ event: e }) => e.label.kind === Kind.Rmw && e.written !== undefined && this.isUnknown(steps, e.index),
      )
    )
      return true;
    return this.variants(steps, at).some(
      ([other, writes]) => other?.value !== label.value || other.expected !== label.expected || writes !== written,
    );
  }

  /** Is it not known yet what the read returns: is it open, or does it read a write of its thread that is held? */
  private isUnknown(steps: readonly Step[], at: number): boolean {
    const { event } = steps[at];
    if (!isReadEvent(event)) return false;
    if (event.source?.thread === event.thread) return this.isHeld(steps, event.source.index);
    return !this.isServed(event);
  }

  /**
   * The event at this place, and what it writes, for all values that the open loads before may return, and one more.
   * What reads from a store of its thread after one of them reads from that store in each case.
   */
  private variants(steps: readonly Step[], at: number): [Label | null, number | undefined][] {
    const found: [Label | null, number | undefined][] = [];
    const isOpen = (i: number): boolean => !this.isServed(steps[i].event);
    const first = steps.findIndex((_, i) => isOpen(i));
    const walk = (node: HistoryNode, i: number, inSegment: number, wrote: readonly (number | undefined)[]): void => {
      const label: Label | null = node.segment[inSegment] ?? node.pending;
      if (label === null) {
        found.push([null, undefined]);
        return;
      }
      const { event } = steps[i];
      const isOwn = event.source?.thread === event.thread && event.source.index > first;
      const value = isOwn ? wrote[event.source.index]! : event.value;
      if (i === at) {
        found.push([label, writtenBy(label, value)]);
        return;
      }
      if (!samePlace(label, event.label)) {
        found.push([null, undefined]);
        return;
      }
      if (!isReadLike(label)) return walk(node, i + 1, inSegment + 1, [...wrote, writtenBy(label, 0)]);
      const values = new Set(isOpen(i) ? [0, value, ...(this.values.get(label.loc) ?? [])] : [value]);
      if (isOpen(i)) values.add([...Array(values.size + 1).keys()].find((v) => !values.has(v))!);
      for (const v of values) walk(this.program.child(node, v, noContext), i + 1, 0, [...wrote, writtenBy(label, v)]);
    };
    walk(this.program.root(steps[0].event.thread, 0, noContext), 0, 0, []);
    return found;
  }
}

function returnsOf({ loc }: Label, values: Values): number[] {
  return loc < 0 ? [0] : [...new Set([0, ...(values.get(loc) ?? [])])];
}

/** Adds what the event writes where it reads the value. */
function note(values: Values, l: Label, read: number): void {
  const written = writtenBy(l, read);
  if (written === undefined) return;
  if (!values.has(l.loc)) values.set(l.loc, new Set());
  values.get(l.loc)!.add(written);
}

function samePlace(a: Label | null, b: Label): boolean {
  return a?.kind === b.kind && a.loc === b.loc && a.order === b.order && a.op === b.op && a.failOrder === b.failOrder;
}

function isReadEvent({ label }: Event): boolean {
  return isReadLike(label);
}

function setSource(e: Event, source: Event | null): void {
  (e as { source: Event | null }).source = source;
}

function writtenBy(l: Label, read: number): number | undefined {
  if (l.kind === Kind.Store) return Number(l.value);
  return l.kind === Kind.Rmw ? updated(l, read) : undefined;
}

/** Does po ∪ rf, with creation and joining, lead from the first event to the second? */
function reaches(events: readonly Event[], from: Event, to: Event): boolean {
  const seen = new Set<Event>();
  const todo = [from];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    for (const e of events) {
      if (e.source === at || (e.thread === at.thread && e.index === at.index + 1)) todo.push(e);
      if (at.label.kind === Kind.Create && e.thread === at.label.thread && e.index === 0) todo.push(e);
    }
  }
  return false;
}

/** All orders of the writes of all locations in which each location is coherent by itself. */
function* orders(
  left: readonly [LocationId, Event[]][],
  events: readonly Event[],
): Generator<Map<LocationId, Event[]>> {
  if (left.length === 0) {
    yield new Map();
    return;
  }
  const [[loc, writes], ...rest] = left;
  const possible = [...permutations(writes)].filter((order) => isCoherent(order, events, loc));
  if (possible.length === 0) return;
  for (const others of orders(rest, events)) for (const order of possible) yield new Map([...others, [loc, order]]);
}

/** Does no thread go back in the order, and does each rmw come right after what it reads? */
function isCoherent(order: readonly Event[], events: readonly Event[], loc: LocationId): boolean {
  const latest = new Map<number, number>();
  return events.every((e) => {
    if (e.label.loc !== loc) return true;
    const read = e.source === null ? -1 : order.indexOf(e.source);
    const place = e.written === undefined ? read : order.indexOf(e);
    const before = latest.get(e.thread) ?? -1;
    latest.set(e.thread, place);
    if (e.label.kind === Kind.Store) return place > before;
    return read >= before && (e.written === undefined || place === read + 1);
  });
}

function* permutations<T>(all: readonly T[]): Generator<T[]> {
  if (all.length === 0) yield [];
  for (const [i, first] of all.entries())
    for (const rest of permutations([...all.slice(0, i), ...all.slice(i + 1)])) yield [first, ...rest];
}

function union(a: Values, b: Values): Values {
  const all: Values = new Map();
  for (const values of [a, b])
    for (const [loc, some] of values) all.set(loc, new Set([...(all.get(loc) ?? []), ...some]));
  return all;
}

function sizeOf(values: Values): number {
  return [...values.values()].reduce((n, some) => n + some.size, 0);
}
