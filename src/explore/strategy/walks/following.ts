/** Random walks that begin with decisions of a known execution: what may still come after them? */
import type { ThreadId, Value } from '../../../program/label';
import type { AfterSchedule } from '../../../program/program';
import { SPURIOUS } from '../../../program/rmw';
import type { Candidate } from '../../extend/candidates';
import type { Pending } from '../../extend/extender';
import type { GraphSearch } from '../graph-search';
import type { Chooser, Move } from './chooser';
import { EventPlaces, isUpTo, placeAfter, type PlaceInThread } from './event-places';

/** An event that returns a value, and where that comes from. */
export interface Decided extends PlaceInThread {
  /** 'initial': what the location holds before any event; undefined: from no event. */
  readonly source: PlaceInThread | 'initial' | undefined;
  /** Undefined: the value that the source has, and no spurious failure. */
  readonly value: Value | undefined;
}

/** The place of a thread's event of this number. */
type PlaceOf = (thread: ThreadId, index: number) => PlaceInThread | undefined;

/** Is told what becomes of the walks. */
export interface Follower {
  /** A walk begins. */
  begins(): void;
  /** The walk cannot follow the decisions. */
  lost(): void;
  /** The walk has come to its end; it does not where the exploration begins again. */
  ends?(): void;
}

export class FollowingChooser implements Chooser {
  /** How many of the decisions have been taken in this walk. */
  private taken = 0;
  private readonly places = new EventPlaces();

  /** `rest`: chooses what comes after the decisions. */
  constructor(
    private readonly rest: Chooser,
    private readonly decisions: readonly Decided[],
    private readonly follower: Follower,
  ) {}

  begin(): void {
    this.taken = 0;
    this.rest.begin();
    this.follower.begins();
  }

  *moves(state: GraphSearch): Iterable<Move> {
    const { decisions } = this;
    for (; this.taken < decisions.length; this.taken++) {
      const decision = decisions[this.taken];
      // Some events are performed as soon as they are possible.
      if (this.hasHappened(state, decision)) continue;
      const move = this.moveOf(state, decision);
      if (move !== undefined) yield move;
      // A plain access may be no event any more, or not yet.
      if (decision.plain > 0) continue;
      this.follower.lost();
      break;
    }
    yield* this.rest.moves(state);
  }

  private placesOf(state: GraphSearch, thread: ThreadId): readonly { readonly place: PlaceInThread }[] {
    return this.places.of(thread, state.graph.threads[thread] ?? []);
  }

  private hasHappened(state: GraphSearch, decision: Decided): boolean {
    const last = this.placesOf(state, decision.thread).at(-1)?.place;
    return last !== undefined && isUpTo(decision, last);
  }

  /** The move that is the decision; undefined: it is not possible in this state. */
  private moveOf(state: GraphSearch, decision: Decided): Move | undefined {
    const pending = state.pendingOf(decision.thread);
    if (pending === undefined || !this.isNext(state, pending, decision)) return undefined;
    const candidate = state
      .choices(pending)
      .flat()
      .find((c) => isOf(c, decision, (thread, index) => this.placesOf(state, thread).at(index)?.place));
    return candidate && { pending, choice: [candidate] };
  }

  /** Is the decision about the pending event? */
  private isNext(state: GraphSearch, { thread, label }: Pending, { index, plain }: Decided): boolean {
    const next = placeAfter(this.placesOf(state, thread).at(-1)?.place, thread, label);
    return next.index === index && next.plain === plain;
  }

  performed(move: Move): void {
    this.rest.performed(move);
  }

  ended(state: GraphSearch, isNew: boolean): void {
    this.rest.ended?.(state, isNew);
    this.follower.ends?.();
  }

  continuation(): AfterSchedule {
    return this.rest.continuation();
  }

  get durable(): readonly number[] {
    return this.rest.durable;
  }

  set durable(numbers: readonly number[]) {
    this.rest.durable = numbers;
  }
}

function isOf({ source, read }: Candidate, { source: wanted, value }: Decided, placeOf: PlaceOf): boolean {
  if (value === undefined ? read === SPURIOUS : read !== value) return false;
  if (source === null || wanted === undefined) return source === null && wanted === undefined;
  if (source.thread < 0 || wanted === 'initial') return source.thread < 0 && wanted === 'initial';
  const place = placeOf(source.thread, source.index);
  return source.thread === wanted.thread && place?.index === wanted.index && place.plain === wanted.plain;
}
