/**
 * Joins that are part of a step: a thread that waits for the end of another one goes on in the step with which that one
 * ends, or comes to the join in its own step.
 */
import type { GraphEvent } from '../../../../graph/event';
import { awaits, Kind } from '../../../../program/label';
import type { RecordedTouch } from '../../../common/step-recorder';
import type { AccessNumber } from '../reduction/future-accesses';
import type { KnownPlaces } from './known-places';
import { hashChange } from '../key/state-key';

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
  /** What they do to the hash of the vector, by xor. */
  readonly hashChange: number;
}

const none: Joins = { thread: -1, joins: [], hashChange: 0 };
const MAX_PLACES = 2 ** 26;

export class KnownJoins {
  /** By place of the thread that joins, and of the one that has ended. */
  private joins = new Map<number, KnownJoin>();

  constructor(private readonly places: KnownPlaces) {}

  /** All that are known, for `restore`. */
  checkpoint(): Map<number, KnownJoin> {
    return this.joins;
  }

  /** Goes on with what `checkpoint` returned, in its place. */
  restore(joins: Map<number, KnownJoin>): void {
    this.joins = joins;
  }

  /** How much was learned. */
  get learned(): number {
    return this.joins.size;
  }

  /** A thread at the place joins one that has ended, and is at the other place. */
  learn(joiner: number, ended: number, join: KnownJoin): void {
    this.joins.set(joiner * MAX_PLACES + ended, join);
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
      const join = this.joins.get(vector[i] * MAX_PLACES + vector[other]);
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
