/**
 * What a thread does where it goes round without changing anything: does it wait for something, or would it go round
 * whatever it reads? A thread waits if it has been seen to get on from there in some execution, or if it has never read
 * anything else there, so that nobody knows. One that takes locks in its loop and reads nothing else there is at work.
 *
 * One that changes something each time may be kept from getting on: with another value of what others write there, it
 * would go to where it does not come back.
 */
import { isReadLike, type LocationId, type ThreadId, type Value } from '../../../../program/label';
import type { ExecutionGraph } from '../../../../graph/graph';
import type { Futures } from '../reduction/reduction';
import type { StepKind, StepKinds } from '../steps/state-graph';

/** What the thread did from a place on, with what it read: where it led. */
interface Move {
  readonly to: number;
  readonly kind: StepKind;
  /** What it read, in order. */
  readonly reads: readonly { readonly loc: LocationId; readonly value: Value }[];
  /** The locations that it wrote. */
  readonly writes: readonly LocationId[];
}

/** What was learned, as data. */
export interface WaitingPlacesCheckpoint {
  readonly moves: Map<number, Map<string, Move>>;
  readonly ending: Set<number>;
}

export class WaitingPlaces {
  /** By place: what was read from there on, and where it led. */
  private moves = new Map<number, Map<string, Move>>();
  /** From where some step ended the execution, as a failing assumption does. */
  private ending = new Set<number>();

  /** What was learned, for `restore`. */
  checkpoint(): WaitingPlacesCheckpoint {
    const { moves, ending } = this;
    return { moves, ending };
  }

  /** Goes on with what `checkpoint` returned, in its place. */
  restore({ moves, ending }: WaitingPlacesCheckpoint): void {
    Object.assign(this, { moves, ending });
  }

  /** Learns from the events of the graph from the mark on, which led from one state to another. */
  step(graph: ExecutionGraph, mark: number, before: Futures, after: Futures, did: StepKinds): void {
    const { events } = graph;
    for (const [t, kind] of did) {
      const [from, to] = [before[t], after[t]];
      if (from === undefined || to === undefined) continue;
      const own = events.slice(mark).filter((e) => e.thread === t);
      const reads = own.flatMap(({ label, loc, read }) => (isReadLike(label) ? [{ loc, value: read! }] : []));
      const read = reads.map(({ value }) => `${value},`).join('');
      let moves = this.moves.get(from);
      if (moves === undefined) this.moves.set(from, (moves = new Map<string, Move>()));
      const writes = own.flatMap(({ loc, written }) => (written === undefined ? [] : [loc]));
      moves.set(read, { to, kind, reads, writes });
    }
  }

  /** A step from the place ended the execution. */
  ends(place: number): void {
    this.ending.add(place);
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
    const moves = [...round].flatMap((place) => [...(this.moves.get(place) ?? [])]);
    const reads = [...round].some((place) => (this.moves.get(place)?.size ?? 0) > 1);
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
    return [...(this.moves.get(place)?.values() ?? [])];
  }

  /** All that is reached from the places; undefined: some step changes something, or ends the execution. */
  private reached(places: ReadonlySet<number>): ReadonlySet<number> | undefined {
    const reached = new Set(places);
    for (const place of reached) {
      if (this.ending.has(place)) return undefined;
      for (const move of this.moves.get(place)?.values() ?? []) {
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
