/** Moves whose steps are all known (known-steps.ts): where they lead follows from the vector of the state. */
import type { RecordedTouch } from '../../../common/step-recorder';
import type { StateFrame } from './frame';
import type { Joins } from './known-joins';
import type { Outlook, PossibleMove } from '../reduction/outlook';
import type { KnownStep } from '../reduction/outlook';
import { MAX_FORCED } from './moves';
import type { StateGraph } from '../steps/state-graph';
import type { Tables } from './tables';

/** Where a move leads. */
export interface KnownMove {
  /** Valid until the next move is followed. */
  readonly vector: Int32Array;
  readonly hash: number;
  /** The number of the state; 0: it was not visited. */
  readonly to: number;
  /** Where threads stand there; undefined: that was not asked. */
  readonly outlook: Outlook | undefined;
  /** The number of what threads do in it. */
  readonly did: number;
  /** The step that it begins with, and the joins that are part of that. */
  readonly first: KnownStep;
  readonly joins: Joins;
}

/** What is known of where a move leads: the outlook, unless nothing is to be explored there; what it touches. */
export interface KnownArrival extends Pick<KnownMove, 'to'> {
  readonly outlook: Outlook | undefined;
  readonly touches: readonly RecordedTouch[];
}

export class KnownMoves {
  private vector = new Int32Array(0);

  /** `forced`: as for Moves. `visited`: the number of a state at which a move ends; 0: it goes on. */
  constructor(
    private readonly tables: Pick<Tables, 'key' | 'places' | 'steps' | 'joins'> & {
      readonly states: Pick<StateGraph, 'didBoth'>;
    },
    private readonly forced: boolean,
    private readonly visited: (vector: Int32Array, hash: number) => number = () => 0,
  ) {}

  /**
   * Follows the move from the state of the frame, as Moves performs it, or to the first state on the way that was
   * visited. Undefined: it must be performed.
   */
  follow(from: Pick<StateFrame, 'vector' | 'hash' | 'standings'>, move: PossibleMove): KnownMove | undefined {
    const { places, steps, states } = this.tables;
    let { hash, standings } = from;
    const first = steps.find(from.vector, standings, move);
    if (first === undefined) return undefined;
    const vector = this.copyOf(from.vector);
    let step = first;
    let to = 0;
    let outlook: Outlook | undefined;
    let did: number | undefined;
    let firstJoins: Joins | undefined;
    for (let n = 0; ; n++) {
      for (const { at, to } of step.changes) vector[at] = to;
      const joins = this.tables.joins.perform(vector);
      if (joins === undefined) return undefined;
      firstJoins ??= joins;
      hash ^= step.hashChange ^ joins.hashChange;
      did = did === undefined ? step.did : states.didBoth(did, step.did);
      for (const join of joins.joins) did = states.didBoth(did, join.did);
      const acts = step.acts || joins.joins.length > 0;
      to = this.visited(vector, hash);
      outlook = undefined;
      if (!this.forced || n === MAX_FORCED || !acts || to !== 0) break;
      outlook = places.find(vector);
      if (outlook === undefined) return undefined;
      const next = onlyOne(outlook.moves);
      if (next === undefined) break;
      ({ standings } = outlook);
      const after = steps.find(vector, standings, next);
      if (after === undefined) return undefined;
      step = after;
    }
    return { vector, hash, to, outlook, did, first, joins: firstJoins };
  }

  private copyOf(vector: Int32Array): Int32Array {
    const { length } = this.tables.key.vector;
    if (this.vector.length !== length) this.vector = new Int32Array(length);
    this.vector.set(vector);
    this.vector.fill(0, vector.length);
    return this.vector;
  }
}

/** The only move of all threads; undefined: there are none or several. */
function onlyOne(moves: readonly (readonly PossibleMove[])[]): PossibleMove | undefined {
  let found: PossibleMove | undefined;
  for (const each of moves) {
    if (each.length === 0) continue;
    if (each.length > 1 || found !== undefined) return undefined;
    [found] = each;
  }
  return found;
}
