/**
 * What a thread does where it goes round without changing anything: does it wait for something, or would it go round
 * whatever it reads? A thread waits if it has been seen to get on from there in some execution, or if it has never read
 * anything else there, so that nobody knows. One that takes locks in its loop and reads nothing else there is at work.
 */
import { isReadLike, type ThreadId } from '../../../program/label';
import type { ExecutionGraph } from '../../../graph/graph';
import type { Futures } from './reduction';
import type { StepKind, StepKinds } from './state-graph';

/** What the thread did from a place on, with what it read: where it led. */
interface Move {
  readonly to: number;
  readonly kind: StepKind;
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
      let read = '';
      for (let i = mark; i < events.length; i++)
        if (events[i].thread === t && isReadLike(events[i].label)) read += `${events[i].read},`;
      let moves = this.moves.get(from);
      if (moves === undefined) this.moves.set(from, (moves = new Map<string, Move>()));
      moves.set(read, { to, kind });
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

/** The places of the thread in states. */
export function placesOf(states: readonly number[], thread: ThreadId, futures: readonly Futures[]): Set<number> {
  return new Set(states.map((state) => futures[state][thread]!));
}
