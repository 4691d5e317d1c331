/** Random walks that begin with decisions of a known execution: what may still come after them? */
import type { ThreadId, Value } from '../../../program/label';
import type { AfterSchedule } from '../../../program/program';
import type { Candidate } from '../../extend/candidates';
import type { GraphSearch } from '../graph-search';
import type { Chooser, Move } from './chooser';

/** The place of an event: the thread's index-th one, from 0. */
export interface PlaceInThread {
  readonly thread: ThreadId;
  readonly index: number;
}

/** An event that returns a value, and where that comes from. */
export interface Decided extends PlaceInThread {
  /** 'initial': what the location holds before any event; undefined: from no event. */
  readonly source: PlaceInThread | 'initial' | undefined;
  readonly value: Value | undefined;
}

/** Is told what becomes of the walks. */
export interface Follower {
  /** A walk begins. */
  begins(): void;
  /** The walk cannot follow the decisions. */
  lost(): void;
}

export class FollowingChooser implements Chooser {
  /** How many of the decisions have been taken in this walk. */
  private taken = 0;

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
    // Some events are performed as soon as they are possible.
    while (this.taken < decisions.length && hasHappened(state, decisions[this.taken])) this.taken++;
    if (this.taken < decisions.length) {
      const move = moveOf(state, decisions[this.taken]);
      if (move !== undefined) yield move;
      this.follower.lost();
    }
    yield* this.rest.moves(state);
  }

  performed(move: Move): void {
    this.rest.performed(move);
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

function eventsOf(state: GraphSearch, thread: ThreadId): number {
  return state.graph.threads[thread]?.length ?? 0;
}

function hasHappened(state: GraphSearch, { thread, index }: PlaceInThread): boolean {
  return eventsOf(state, thread) > index;
}

/** The move that is the decision; undefined: it is not possible in this state. */
function moveOf(state: GraphSearch, decision: Decided): Move | undefined {
  const pending = state.pendingOf(decision.thread);
  if (pending === undefined || eventsOf(state, decision.thread) !== decision.index) return undefined;
  const candidate = state
    .choices(pending)
    .flat()
    .find((c) => isOf(c, decision));
  return candidate && { pending, choice: [candidate] };
}

function isOf({ source, read }: Candidate, { source: wanted, value }: Decided): boolean {
  if (value !== undefined && read !== value) return false;
  if (source === null || wanted === undefined) return source === null && wanted === undefined;
  if (source.thread < 0 || wanted === 'initial') return source.thread < 0 && wanted === 'initial';
  return source.thread === wanted.thread && source.index === wanted.index;
}
