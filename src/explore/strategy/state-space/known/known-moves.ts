/** Moves whose steps are all known (known-steps.ts): where they lead follows from the vector of the state. */
import type { GraphEvent } from '../../../../graph/event';
import { awaits, Kind } from '../../../../program/label';
import type { RecordedTouch } from '../../../common/step-recorder';
import { hashChange, type StateKey } from '../key/state-key';
import type { AccessNumber } from '../reduction/future-accesses';
import { MAX_FORCED } from '../steps/moves';
import type { StateGraph } from '../steps/state-graph';
import type { KnownPlaces } from './known-places';
import type { KnownStep, KnownSteps, EnabledMoves, PossibleMove, Standing } from './known-steps';

/** What a join does. */
export interface KnownJoin {
  readonly access: AccessNumber | undefined;
  /** The number of what threads do in it. */
  readonly did: number;
  /** The places of the thread that joins, and of the one that has ended, afterwards. */
  readonly joiner: number;
  readonly joined: number;
  /** For a recorder; empty without one. */
  readonly recorded: readonly RecordedTouch[];
}

/** Joins that were performed. */
export interface Joins {
  readonly thread: number;
  readonly joins: readonly KnownJoin[];
  /** The xor of the vector's hashes before and after the moves. */
  readonly hashChange: number;
}

const none: Joins = { thread: -1, joins: [], hashChange: 0 };
const MAX_PLACES = 2 ** 26;

/**
 * Joins that are part of a step: a thread that waits for the end of another one goes on in the step with which that one
 * ends, or comes to the join in its own step.
 */
export class KnownJoins {
  /** By place of the thread that joins, and of the one that has ended. */
  durable = new Map<number, KnownJoin>();

  constructor(private readonly places: KnownPlaces) {}

  /** How much was learned. */
  get learned(): number {
    return this.durable.size;
  }

  /** A thread at the place joins one that has ended, and is at the other place. */
  learn(joiner: number, ended: number, join: KnownJoin): void {
    this.durable.set(joiner * MAX_PLACES + ended, join);
  }

  /**
   * Performs the joins that nothing keeps from being performed in the state of the vector, which it changes. Undefined:
   * it is not known what they do, or in which order several threads do it.
   */
  perform(vector: Int32Array): Joins | undefined {
    let joins: KnownJoin[] | undefined;
    let thread = -1;
    let hash = 0;
    for (let i = 1; i < vector.length;) {
      const standing = vector[i] === 0 ? null : this.places.at(vector[i]);
      if (standing === undefined) return undefined;
      const other = standing?.label.kind === Kind.Join ? 2 * standing.label.thread + 1 : 0;
      // Main has ended, too, where it waits for the others.
      if (other === 1) return undefined;
      if (other === 0 || vector[other] === 0 || this.places.at(vector[other]) !== null) {
        i += 2;
        continue;
      }
      const join = this.durable.get(vector[i] * MAX_PLACES + vector[other]);
      if (join === undefined || (joins !== undefined && thread !== standing!.thread)) return undefined;
      ({ thread } = standing!);
      (joins ??= []).push(join);
      hash ^= hashChange(i, vector[i], join.joiner) ^ hashChange(other, vector[other], join.joined);
      vector[i] = join.joiner;
      vector[other] = join.joined;
    }
    return joins === undefined ? none : { thread, joins, hashChange: hash };
  }
}

/**
 * The events of a step of the thread, without the joins with which it ends, and these. Undefined: others take part in
 * the step otherwise than by being woken, or several of them join.
 */
export function withoutJoins(
  events: readonly GraphEvent[],
  thread: number,
): { readonly own: readonly GraphEvent[]; readonly joins: readonly GraphEvent[] } | undefined {
  const first = events.findIndex(({ label }) => label.kind === Kind.Join);
  const own = first < 0 ? events : events.slice(0, first);
  const joins = first < 0 ? [] : events.slice(first);
  if (own.some((e) => e.thread !== thread && e.label.kind !== Kind.CondWake)) return undefined;
  const isLike = (e: GraphEvent): boolean =>
    e.label.kind === Kind.Join && !awaits(e.label) && e.thread === joins[0].thread;
  return joins.every(isLike) ? { own, joins } : undefined;
}

/** The state in which a move begins. */
interface KnownBegin {
  readonly vector: Int32Array;
  readonly hash: number;
  readonly standings: readonly Standing[];
}

/** Where a move leads. */
export interface KnownMove {
  /** Valid until the next move is followed. */
  readonly vector: Int32Array;
  readonly hash: number;
  /** The number of the state; 0: it was not visited. */
  readonly to: number;
  /** Where threads stand there; undefined: that was not asked. */
  readonly enabled: EnabledMoves | undefined;
  /** The number of what threads do in it. */
  readonly did: number;
  /** The step that it begins with, and the joins that are part of that. */
  readonly first: KnownStep;
  readonly joins: Joins;
}

/** What is known of where a move leads: the enabled moves, unless nothing is to be explored there; what it touches. */
export interface KnownArrival extends Pick<KnownMove, 'to'> {
  readonly enabled: EnabledMoves | undefined;
  readonly touches: readonly RecordedTouch[];
}

/** What moves are known from. */
interface KnownTables {
  readonly key: StateKey;
  readonly places: KnownPlaces;
  readonly steps: KnownSteps;
  readonly joins: KnownJoins;
  readonly states: Pick<StateGraph, 'didBoth'>;
}

export class KnownMoves {
  private vector = new Int32Array(0);

  /** `forced`: as for Moves. `visited`: the number of a state at which a move ends; 0: it goes on. */
  constructor(
    private readonly tables: KnownTables,
    private readonly forced: boolean,
    private readonly visited: (vector: Int32Array, hash: number) => number = () => 0,
  ) {}

  /**
   * Follows the move from the state of the frame, as Moves performs it, or to the first state on the way that was
   * visited. Undefined: it must be performed.
   */
  follow(from: KnownBegin, move: PossibleMove): KnownMove | undefined {
    const { places, steps, states } = this.tables;
    let { hash, standings } = from;
    const first = steps.find(from.vector, standings, move);
    if (first === undefined) return undefined;
    const vector = this.copyOf(from.vector);
    let step = first;
    let to = 0;
    let enabled: EnabledMoves | undefined;
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
      enabled = undefined;
      if (!this.forced || n === MAX_FORCED || !acts || to !== 0) break;
      enabled = places.find(vector);
      if (enabled === undefined) return undefined;
      const next = onlyOne(enabled.moves);
      if (next === undefined) break;
      ({ standings } = enabled);
      const after = steps.find(vector, standings, next);
      if (after === undefined) return undefined;
      step = after;
    }
    return { vector, hash, to, enabled, did, first, joins: firstJoins };
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
