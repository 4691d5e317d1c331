/**
 * All consistent executions of a small program, by building every graph and checking the axioms on it.
 *
 * A graph is built by appending the next event of any thread, a read reading from any write that is there, a write
 * taking any place in co. Since sb ∪ rf is acyclic in all models here, every execution is reached. To reach it once
 * only, events come in the one order in which the lowest-numbered of the threads that are ready always goes first: an
 * event may be appended if all events after the last one that it depends on are of lower threads.
 *
 * The axioms are checked on every complete graph. Graphs on the way are checked too, when the last event has an edge
 * to an earlier one: a prefix of a consistent execution is consistent, so what is dropped there could not be completed.
 */
import {
  awaits,
  frees,
  isReadLike,
  Kind,
  leavesUndefined,
  type Label,
  type LocationId,
  type ThreadId,
  type Value,
} from '../../src/program/label';
import type { HistoryNode, Program } from '../../src/program/program';
import { SPURIOUS } from '../../src/program/rmw';
import type { ModelName } from '../../src/model/names';
import { withoutAttempts } from './attempts';
import { Axioms } from './axioms';
import { dataProgram } from './data-program';
import {
  isBlind,
  mayFail,
  rfKey,
  sourceOf,
  updated,
  valueKey,
  waitsUncancelled,
  type Event,
  type Execution,
} from './execution';
import type { Litmus } from './litmus';
import { hasObservedIterations, makesAttempts, readsDataInIterations, sleeps } from './litmus-properties';
import { found, isAtOnce, isLetGo, isObjectKind, stateAfter } from './objects';
import type { Outcome } from './outcome';
import { allWait, beginOfTurn } from './rounds';

/** Where a thread stands: before `node.segment[offset]`, or before `node.pending`. */
interface Cursor {
  readonly node: HistoryNode;
  readonly offset: number;
  readonly index: number;
  /** How many turns of loops it went round. */
  readonly turns: number;
  /** The event that its next event comes after: its last one, or, before Begin, the one that created it. */
  readonly after: Event | null;
}

/** What the next event may be; `place`: where in co it goes. */
interface Candidate {
  readonly value: number;
  readonly source: Event | null;
  readonly written?: number;
  readonly place?: number;
}

/**
 * Turns of loops that wait are left out, as far as nobody may see them (docs/explanation/memory.md); else each thread
 * goes round so often.
 */
const SEEN_TURNS = 2;

export function bruteForce(litmus: Litmus, model: ModelName, program = () => dataProgram(litmus)): Outcome {
  const outcome = enumerate(program(), model, hasObservedIterations(litmus) ? SEEN_TURNS : 0, 60, litmus);
  if (sleeps(litmus) && !hasObservedIterations(litmus)) requireSame(outcome, enumerate(program(), model, 1, 60));
  // What a thread does after a turn that read plain data may lead to a race with that.
  if (readsDataInIterations(litmus)) for (const race of enumerate(program(), model, 1).races) outcome.races.add(race);
  return outcome;
}

/** `litmus`: the text of the program, where executions count without failed attempts. */
export function enumerate(
  program: Program,
  model: ModelName,
  maxTurns = 0,
  maxEvents = 60,
  litmus: Litmus | undefined = undefined,
): Outcome {
  const attempting = litmus !== undefined && makesAttempts(litmus) ? litmus : undefined;
  return new Enumeration(program, model, maxTurns, maxEvents, attempting).run();
}

/** Throws where turns of loops in which a thread sleeps make a difference that they must not make. */
function requireSame(without: Outcome, withTurns: Outcome): void {
  const texts = [without, withTurns].map(({ value, errors, exits, deadlocks }) =>
    JSON.stringify([value, errors, exits].map((set) => [...set].sort()).concat([[`${deadlocks.size > 0}`]])),
  );
  if (texts[0] !== texts[1] && without.races.size === 0)
    throw new Error(`turns that sleep cannot be left out: with them ${texts[1]}, without ${texts[0]}`);
}

const noContext = () => ({ steps: [], memory: [] });

class Enumeration {
  private readonly outcome: Outcome = {
    value: new Set(),
    rf: new Set(),
    whole: new Set(),
    co: 0,
    races: new Set(),
    errors: new Set(),
    exits: new Set(),
    partial: false,
    waits: false,
    deadlocks: new Set(),
  };
  private readonly events: Event[] = [];
  private readonly co = new Map<LocationId, Event[]>();
  private readonly graph: Execution = { events: this.events, co: this.co };
  private readonly cursors: (Cursor | undefined)[];

  constructor(
    private readonly program: Program,
    private readonly model: ModelName,
    private readonly maxTurns: number,
    private readonly maxEvents: number,
    private readonly attempting: Litmus | undefined,
  ) {
    this.cursors = [this.begin(0, null)];
  }

  run(): Outcome {
    this.explore();
    return this.outcome;
  }

  private begin(thread: ThreadId, after: Event | null): Cursor {
    return { node: this.program.root(thread, 0, noContext), offset: 0, index: 0, turns: 0, after };
  }

  private explore(): void {
    if (this.events.length > this.maxEvents)
      throw new Error(`more than ${this.maxEvents} events: too much for brute force`);
    let unfinished = false;
    for (let thread = 0; thread < this.cursors.length; thread++) {
      const label = this.next(thread);
      if (!label) continue;
      unfinished = true;
      const candidates = this.candidates(thread, label);
      for (const c of candidates) if (this.isInOrder(thread, c)) this.append(thread, label, c);
      // Nothing that comes later changes what this event depends on: in the order chosen it goes before higher threads.
      if (candidates.length > 0 && !dependsOnLater(label)) return;
    }
    if (!unfinished) this.complete();
    else if (
      !this.someIsCancelled() &&
      !this.someFails() &&
      this.allWait() &&
      new Axioms(this.graph).isConsistent(this.model)
    )
      this.waitForGood();
  }

  /** A deadlock, unless some thread has ended the program. */
  private waitForGood(): void {
    if (this.isHalted()) return;
    const exited = this.events
      .filter((e) => e.label.kind === Kind.Exit && this.next(e.thread) === undefined)
      .map((e) => e.thread);
    if (exited.length > 0) {
      // Whoever has ended the program is joined by nobody.
      this.outcome.waits ||= this.cursors.some((_, t) => {
        const label = this.next(t);
        return label !== undefined && !awaits(label) && !(label.kind === Kind.Join && exited.includes(label.thread));
      });
      this.outcome.partial = true;
      this.complete();
    } else {
      this.outcome.deadlocks.add(this.valueKey());
    }
  }

  /** Has some thread stopped where it would go on without a bound? Then no execution ends here. */
  private isHalted(): boolean {
    return this.events.some((e) => e.label.kind === Kind.LoopBound);
  }

  /** Does some thread stand before an error, which would end the execution? */
  private someFails(): boolean {
    return this.cursors.some((_, thread) => this.next(thread)?.kind === Kind.Error);
  }

  /** Do all threads that are left wait, those in loops going round with what memory holds in the end? */
  private allWait(): boolean {
    const memory = new Map<LocationId, number>(),
      objects = new Map<LocationId, readonly number[]>();
    for (const [loc, writes] of this.co) {
      const last = writes.at(-1);
      if (!last) continue;
      if (isObjectKind(last.label.kind)) objects.set(loc, stateAfter(writes, this.program.initial(loc)));
      else memory.set(loc, last.written!);
    }
    return allWait(this.program, { cursors: this.cursors, memory, objects });
  }

  /**
   * Does some thread wait where it would have been cancelled by now? It looked before it began to wait, and saw that it
   * was not; it is no deadlock, and no execution either: the same with a later look is.
   */
  private someIsCancelled(): boolean {
    return this.cursors.some((cursor, thread) => {
      const last = this.events.findLast((e) => e.thread === thread);
      return (
        cursor !== undefined &&
        this.next(thread) !== undefined &&
        last !== undefined &&
        waitsUncancelled(last.label, last.value) &&
        this.writes(last.label.loc).length > 0
      );
    });
  }

  /** The thread's next event; undefined when it has not begun, or has ended. */
  private next(thread: ThreadId): Label | undefined {
    const cursor = this.cursors[thread];
    return cursor && (cursor.node.segment[cursor.offset] ?? cursor.node.pending ?? undefined);
  }

  private candidates(thread: ThreadId, label: Label): Candidate[] {
    const { kind, loc } = label;
    switch (kind) {
      case Kind.Begin:
      case Kind.End:
      case Kind.Create:
      case Kind.Fence:
      case Kind.Exit:
      case Kind.Error:
      case Kind.LoopBound:
        return [{ value: 0, source: null }];
      case Kind.Join: {
        const end = this.events.find((e) => e.thread === label.thread && e.label.kind === Kind.End);
        const created = (): number =>
          this.events.filter((e) => e.thread === label.thread && e.label.kind === Kind.Create).length;
        return end ? [{ value: awaits(label) ? created() : Number(end.label.value), source: end }] : [];
      }
      case Kind.Load:
      case Kind.PlainRead:
        return this.sources(loc).map((source) => ({ value: this.valueOf(source, loc), source }));
      case Kind.Store:
      case Kind.PlainWrite:
        return this.sources(loc).map((_, place) => ({ value: 0, source: null, written: Number(label.value), place }));
      case Kind.Rmw: // to be atomic, its write comes right after what it reads
        return this.sources(loc).flatMap((source, place): Candidate[] => {
          const value = this.valueOf(source, loc);
          const update: Candidate = { value, source, written: updated(label, value), place };
          return mayFail(label, value) ? [update, { value: SPURIOUS, source }] : [update];
        });
      case Kind.Choose: {
        const faults = this.events.filter((e) => e.label.kind === Kind.Choose && e.value !== 0).length;
        return [0, 1]
          .filter((value) => faults + value <= Number(label.expected))
          .map((value) => ({ value, source: null }));
      }
      default:
        if (isObjectKind(kind)) return this.onObject(thread, label);
        throw new Error(`the oracle does not know events of kind ${kind}`);
    }
  }

  /** What changes the state of an object comes last in its chain; what only looks may have seen an earlier state. */
  private onObject(thread: ThreadId, label: Label): Candidate[] {
    const chain = this.writes(label.loc);
    return found(chain, this.program.initial(label.loc), label, thread).map(({ value, source, next }) =>
      next === undefined ? { value, source } : { value, source, written: 1, place: chain.length },
    );
  }

  private writes(loc: LocationId): Event[] {
    let writes = this.co.get(loc);
    if (!writes) this.co.set(loc, (writes = []));
    return writes;
  }

  /** Where a read may read from, in co; null is the initial write. */
  private sources(loc: LocationId): (Event | null)[] {
    return [null, ...this.writes(loc)];
  }

  private valueOf(source: Event | null, loc: LocationId): number {
    return source ? source.written! : Number(this.program.initial(loc));
  }

  /** Are all events after the last one that this depends on of lower threads? */
  private isInOrder(thread: ThreadId, c: Candidate): boolean {
    for (let i = this.events.length - 1; i >= 0; i--) {
      const earlier = this.events[i];
      if (earlier === c.source || earlier === this.cursors[thread]!.after) return true;
      if (earlier.thread > thread) return false;
    }
    return true;
  }

  private append(thread: ThreadId, label: Label, c: Candidate): void {
    const cursor = this.cursors[thread]!;
    const event: Event = { thread, index: cursor.index, label, value: c.value, written: c.written, source: c.source };
    const { node, offset, index, turns } = cursor;
    const inSegment = offset < node.segment.length;
    this.cursors[thread] = inSegment
      ? { node, offset: offset + 1, index: index + 1, turns, after: event }
      : { node: this.program.child(node, c.value, noContext), offset: 0, index: index + 1, turns, after: event };
    this.goRound(thread);
    if (label.kind === Kind.Create) this.cursors[label.thread] = this.begin(label.thread, event);
    this.events.push(event);
    if (c.written !== undefined) this.writes(label.loc).splice(c.place!, 0, event);

    // A turn that is left out may still race.
    const isLeftOut = this.cursors[thread].turns > this.maxTurns;
    if (isLeftOut && !this.hasPlainPartner(event)) {
      /* Nothing is to be seen of it. */
    } else if (!this.pointsBack(event) || new Axioms(this.graph).isConsistent(this.model)) {
      if (label.kind !== Kind.Begin && label.kind !== Kind.End) this.noteRaces(event);
      if (label.kind === Kind.Error) this.outcome.errors.add(label.text);
      if (label.kind === Kind.Exit && label.op === 0 && label.value !== 0)
        this.outcome.exits.add(`${thread}:${label.value}`);
      if (!isLeftOut && label.kind !== Kind.Error) this.explore();
    }

    if (c.written !== undefined) this.writes(label.loc).splice(c.place!, 1);
    this.events.pop();
    if (label.kind === Kind.Create) this.cursors[label.thread] = undefined;
    this.cursors[thread] = cursor;
  }

  /** Where a turn has ended, the thread is where it was before the turn. */
  private goRound(thread: ThreadId): void {
    const cursor = this.cursors[thread]!;
    const begin = cursor.offset === cursor.node.segment.length ? beginOfTurn(cursor.node) : undefined;
    if (begin) this.cursors[thread] = { ...cursor, node: begin, offset: begin.segment.length, turns: cursor.turns + 1 };
  }

  /**
   * Has the last event an edge to an earlier one? Only fr from a read of an old value, or co from a write put before
   * others.
   */
  private pointsBack(event: Event): boolean {
    const writes = this.co.get(event.label.loc);
    if (!writes) return false;
    return event.written === undefined ? event.source !== (writes.at(-1) ?? null) : writes.at(-1) !== event;
  }

  private noteRaces(event: Event): void {
    const name = (e: Event): string => `${e.thread}:${e.label.site}`;
    // A read of what nothing has initialised is an error that two events make, too.
    if (event.source?.label.kind === Kind.PlainWrite && leavesUndefined(event.source.label) && event.label.order >= 0)
      this.outcome.races.add([event.source, event].map(name).sort().join('-'));
    if (!this.hasPlainPartner(event)) return;
    for (const pair of new Axioms(this.graph).races(this.model))
      this.outcome.races.add(pair.map(name).sort().join('-'));
  }

  /** Can the event race with an earlier one? (Its own races are new; those of earlier events were noted before.) */
  private hasPlainPartner({ thread, label }: Event): boolean {
    const plain = (l: Label): boolean => l.kind === Kind.PlainRead || l.kind === Kind.PlainWrite;
    return (
      label.loc >= 0 &&
      this.events.some(
        (e) =>
          e.label.loc === label.loc && (frees(e.label) || (e.thread !== thread && (plain(e.label) || plain(label)))),
      )
    );
  }

  private complete(): void {
    if (this.isHalted() || !new Axioms(this.graph).isConsistent(this.model)) return;
    if (this.attempting !== undefined) {
      this.completeWithout(this.attempting);
      return;
    }
    this.outcome.co++;
    this.outcome.value.add(this.valueKey());
    const sources = rfKey(this.perThread(sourceOf));
    this.outcome.rf.add(`${this.valueKey()} from ${sources}`);
  }

  /** Counts the execution without failed attempts, which must be one, too (`outcome.whole`). */
  private completeWithout(litmus: Litmus): void {
    const threads = Array.from(this.cursors, (_, t) => this.events.filter((e) => e.thread === t));
    const { values, rf, hadAttempts } = withoutAttempts(litmus, threads);
    this.outcome.value.add(values);
    this.outcome.rf.add(rf);
    if (hadAttempts) return;
    this.outcome.co++;
    this.outcome.whole.add(rf);
  }

  private valueKey(): string {
    return valueKey(
      Array.from(this.cursors, (cursor) => {
        const values: Value[] = [];
        for (let at = cursor?.node; at?.parent; at = at.parent)
          values.unshift(isBlind(at.parent.pending!) ? 0 : at.value);
        return values;
      }),
    );
  }

  private perThread<T>(f: (e: Event) => T): T[][] {
    return Array.from(this.cursors, (_, t) => this.events.filter((e) => e.thread === t && isReadLike(e.label)).map(f));
  }
}

/**
 * May the event depend on one that is not there yet, although it could be appended already? Or end the execution, which
 * may go on in others before?
 */
function dependsOnLater(label: Label): boolean {
  const { kind } = label;
  return (
    [Kind.Error, Kind.Load, Kind.PlainRead, Kind.Rmw].includes(kind) ||
    (isObjectKind(kind) && !isAtOnce(kind) && !isLetGo(label))
  );
}
