/**
 * Threads that may get nowhere for ever (--check progress): there is a fair execution (components.ts) in which,
 * from some state on, the thread
 * - waits: it is blocked, or goes round and changes nothing (WaitingPlaces), or sleeps again whenever it is woken;
 * - or is kept: it goes round and changes something, but would get out if it read something else of what others write.
 *
 * It starves if others go on: one of them does something in the execution, and neither waits nor is kept. If none does,
 * but some thread is kept, all of them are in a livelock. A thread that waits for the end of another one does neither:
 * the other one does, or goes on.
 */
import { type DataOf, dataOf, giveData } from '../../../../base/durable';
import type { ExecutionGraph } from '../../../../graph/graph';
import { isReadLike, Kind, type LocationId, type ThreadId, type Value } from '../../../../program/label';
import type { ProgressGuarantee } from '../../../common/progress-guarantee';
import type { Pending } from '../../../extend/extender';
import type { Futures } from '../reduction/reduction';
import type { StateGraph, StepKind, StepKinds } from '../steps/state-graph';
import { type FairComponent, fairComponents } from './components';
import { hindrances } from './lock-freedom';

export interface Starvation {
  /** `hindrance`: in an execution that need not be fair (lock-freedom.ts). `joined`: it has waited for another one. */
  readonly kind: 'starvation' | 'livelock' | 'hindrance' | 'joined';
  /** Those that get nowhere; of `livelock`: one of them. */
  readonly threads: readonly ThreadId[];
  readonly component: FairComponent;
}

/** What is known of the states for this: collected while they are explored. */
export class StarvationSearch {
  private readonly places = new WaitingPlaces();
  private readonly standing = {
    durable: {
      /** By state: where threads stand, and which of them wait to perform an event other than a join. */
      futures: [] as Futures[],
      waiting: [] as ThreadId[][],
      /** By thread other than main that has joined another one: a state after that. */
      joined: new Map<ThreadId, number>(),
    },
  };
  private readonly parts = { places: this.places, standing: this.standing };

  constructor(
    private readonly states: StateGraph,
    private readonly guarantee: ProgressGuarantee,
  ) {}

  get durable(): DataOf<typeof this.parts> {
    return dataOf(this.parts);
  }

  set durable(data: DataOf<typeof this.parts>) {
    giveData(this.parts, data);
  }

  /** A state, whose steps are going to be explored. */
  arrive(state: number, futures: Futures, standings: readonly Pick<Pending, 'thread' | 'label'>[]): void {
    this.standing.durable.futures[state] = futures;
    this.standing.durable.waiting[state] = standings
      .filter(({ thread, label }) => label.kind !== Kind.Join || (thread !== 0 && this.guarantee !== 'starvation-free'))
      .map(({ thread }) => thread);
  }

  /** A step from one state to another: the events of the graph from the mark on. */
  step(graph: ExecutionGraph, mark: number, before: Futures, after: Futures, did: StepKinds): void {
    this.places.step(graph, mark, before, after, did);
  }

  /**
   * The graph is that of the state, to which its events from the mark on have led. A thread that joins another one
   * waits for it, though no state need show that: what the other one does to its end may be no event.
   */
  joins(graph: ExecutionGraph, mark: number, state: number): void {
    const { joined } = this.standing.durable;
    for (const { thread, label } of graph.events.slice(mark))
      if (label.kind === Kind.Join && thread !== 0 && !joined.has(thread)) joined.set(thread, state);
  }

  /** A step of the thread ended the execution. */
  ends(before: Futures, thread: ThreadId): void {
    this.places.ends(before[thread]!);
  }

  /** The threads that may get nowhere, each with one set of states at each place where it does. */
  *find(): Iterable<Starvation> {
    const { waiting } = this.standing.durable;
    if (this.guarantee !== 'starvation-free') {
      const seen = new Set<ThreadId>();
      for (const hindrance of hindrances(this.states, waiting, this.guarantee)) {
        for (const t of hindrance.threads) seen.add(t);
        yield { kind: 'hindrance', ...hindrance };
      }
      // The report takes the join back: so those before the first state come last, and one of them is enough.
      for (const [thread, state] of [...this.standing.durable.joined].sort(([, a], [, b]) => b - a))
        if (!seen.has(thread))
          yield { kind: 'joined', threads: [thread], component: { states: [state], stepsOf: () => [] } };
      return;
    }
    const threads = new Set(waiting.flat());
    // A join takes place when the other thread ends: it is that thread which may do something.
    const mayAct = (state: number): ThreadId[] =>
      this.states.mayActIn(state).filter((t) => waiting[state]?.includes(t));
    const fair = (allowed: (did: StepKinds) => boolean): FairComponent[] =>
      fairComponents(this.states, mayAct, allowed).filter(({ states }) => states.every((s) => s in waiting));
    const all = fair(() => true);
    const locked = new Set<string>();
    for (const thread of threads) {
      const found = new Set<number>();
      // A thread that looks under a lock takes locks. One that goes round by locks alone may be blocked elsewhere.
      const restricted = [changesNothing, onlyLooks].flatMap((stays) => fair((did) => stays(did.get(thread))));
      for (const component of [...restricted, ...all]) {
        const places = placesOf(component.states, thread, this.standing.durable.futures);
        if ([...places].every((place) => found.has(place))) continue;
        const kind = this.judge(thread, component);
        if (kind === undefined) continue;
        for (const place of places) found.add(place);
        if (kind === 'starvation' || !locked.has(component.states.join())) yield { kind, threads: [thread], component };
        if (kind === 'livelock') locked.add(component.states.join());
      }
    }
  }

  /** Undefined: the thread gets on in the component, or all that act there only wait. */
  private judge(thread: ThreadId, component: FairComponent): 'starvation' | 'livelock' | undefined {
    const { states } = component;
    if (!states.every((state) => this.standing.durable.waiting[state].includes(thread))) return undefined;
    const kinds = new Map<ThreadId, Set<StepKind>>();
    for (const state of states)
      for (const step of component.stepsOf(state))
        for (const [t, kind] of this.states.kindsOf(step)) {
          const all = kinds.get(t);
          if (all === undefined) kinds.set(t, new Set([kind]));
          else all.add(kind);
        }
    const places = (t: ThreadId): Set<number> => placesOf(states, t, this.standing.durable.futures);
    const waits = (t: ThreadId): boolean => {
      const did = kinds.get(t);
      if (did === undefined) return true;
      if (did.has('changes') || !(did.has('looks') || did.has('sleeps'))) return false;
      return this.places.waits(places(t));
    };
    const isKept = (t: ThreadId): boolean => {
      if (kinds.get(t)?.has('changes') !== true) return false;
      const others = [...kinds.keys()].filter((u) => u !== t);
      return this.places.isKept(places(t), new Set(others.flatMap((u) => this.places.changesBetween(places(u)))));
    };
    if (!waits(thread) && !isKept(thread)) return undefined;
    const active = [...kinds.keys()].filter((t) => !waits(t));
    if (active.some((t) => t !== thread && !isKept(t))) return 'starvation';
    return active.length > 0 ? 'livelock' : undefined;
  }
}

const changesNothing = (kind: string | undefined): boolean => kind !== 'changes';
const onlyLooks = (kind: string | undefined): boolean => kind === undefined || kind === 'looks';

/** What the thread did from a place on, with what it read: where it led. */
interface Move {
  readonly to: number;
  readonly kind: StepKind;
  /** What it read, in order. */
  readonly reads: readonly { readonly loc: LocationId; readonly value: Value }[];
  /** The locations that it wrote. */
  readonly writes: readonly LocationId[];
}

/**
 * What a thread does where it goes round without changing anything: does it wait for something, or would it go round
 * whatever it reads? A thread waits if it has been seen to get on from there in some execution, or if it has never read
 * anything else there, so that nobody knows. One that takes locks in its loop and reads nothing else there is at work.
 *
 * One that changes something each time may be kept from getting on: with another value of what others write there, it
 * would go to where it does not come back.
 */
export class WaitingPlaces {
  durable = {
    /** By place: what was read from there on, and where it led. */
    moves: new Map<number, Map<string, Move>>(),
    /** From where some step ended the execution, as a failing assumption does. */
    ending: new Set<number>(),
  };

  /** Learns from the events of the graph from the mark on, which led from one state to another. */
  step(graph: ExecutionGraph, mark: number, before: Futures, after: Futures, did: StepKinds): void {
    const { events } = graph;
    for (const [t, kind] of did) {
      const [from, to] = [before[t], after[t]];
      if (from === undefined || to === undefined) continue;
      const own = events.slice(mark).filter((e) => e.thread === t);
      const reads = own.flatMap(({ label, loc, read }) => (isReadLike(label) ? [{ loc, value: read! }] : []));
      const read = reads.map(({ value }) => `${value},`).join('');
      let moves = this.durable.moves.get(from);
      if (moves === undefined) this.durable.moves.set(from, (moves = new Map<string, Move>()));
      const writes = own.flatMap(({ loc, written }) => (written === undefined ? [] : [loc]));
      moves.set(read, { to, kind, reads, writes });
    }
  }

  /** A step from the place ended the execution. */
  ends(place: number): void {
    this.durable.ending.add(place);
  }

  /** Does a thread that goes round through these places, and changes nothing, wait for something? */
  waits(places: ReadonlySet<number>): boolean {
    const round = this.reached(places);
    if (round === undefined) return true;
    // From all that it reaches it comes back, whatever it reads.
    for (const place of round) {
      const from = this.reached(new Set([place]))!;
      if (![...from].some((p) => places.has(p))) return true;
    }
    const moves = [...round].flatMap((place) => [...(this.durable.moves.get(place) ?? [])]);
    const reads = [...round].some((place) => (this.durable.moves.get(place)?.size ?? 0) > 1);
    return !reads && moves.every(([, { kind }]) => kind === 'looks');
  }

  /** The locations that the thread changes where it goes round through these places. */
  changesBetween(places: ReadonlySet<number>): LocationId[] {
    return [...places].flatMap((place) =>
      this.movesFrom(place).flatMap(({ to, kind, writes }) => (places.has(to) && kind === 'changes' ? writes : [])),
    );
  }

  /**
   * Would a thread that goes round through these places go to where it does not come back, if it read something else at
   * one of these locations?
   */
  isKept(places: ReadonlySet<number>, locations: ReadonlySet<LocationId>): boolean {
    return [...places].some((place) => {
      const moves = this.movesFrom(place);
      const staying = moves.filter(({ to }) => places.has(to));
      return moves.some(
        (move) =>
          staying.some((other) => locations.has(decidingLocation(move, other))) && !this.comesBack(move.to, places),
      );
    });
  }

  /** Does some way lead from the place to one of these, whatever is changed on it? */
  private comesBack(place: number, places: ReadonlySet<number>): boolean {
    const reached = new Set([place]);
    for (const at of reached) {
      if (places.has(at)) return true;
      for (const { to } of this.movesFrom(at)) reached.add(to);
    }
    return false;
  }

  private movesFrom(place: number): Move[] {
    return [...(this.durable.moves.get(place)?.values() ?? [])];
  }

  /** All that is reached from the places; undefined: some step changes something, or ends the execution. */
  private reached(places: ReadonlySet<number>): ReadonlySet<number> | undefined {
    const reached = new Set(places);
    for (const place of reached) {
      if (this.durable.ending.has(place)) return undefined;
      for (const move of this.durable.moves.get(place)?.values() ?? []) {
        if (move.kind === 'changes') return undefined;
        reached.add(move.to);
      }
    }
    return reached;
  }
}

/** The location at which two moves from one place first read different values; -1: there is none. */
function decidingLocation(a: Move, b: Move): LocationId {
  return a.reads.find(({ value }, i) => value !== b.reads.at(i)?.value)?.loc ?? -1;
}

/** The places of the thread in states. */
export function placesOf(states: readonly number[], thread: ThreadId, futures: readonly Futures[]): Set<number> {
  return new Set(states.map((state) => futures[state][thread]!));
}
