/**
 * Walks that begin as an earlier one, and then are guided to pairs of places in reads-from, and away from others: the
 * abstract schedules of RFF (Wolff et al., Greybox fuzzing for concurrency testing, ASPLOS 2024). Where another
 * chooser's move is not what is wanted, its other moves come first; a thread whose read is to come from a write that is
 * not there yet waits, as long as others can go on.
 */
import type { AfterSchedule } from '../program/program';
import type { Chooser, Move } from '../explore/strategy/walks/chooser';
import type { GraphSearch } from '../explore/strategy/graph-search';
import { decisionOf, firstOf, moveOf, type Decisions } from './decisions';
import { INITIAL, type Places } from './places';

/** A read at one place is to read from a write at another, at least once; or not at all, as far as that is possible. */
export interface Constraint {
  readonly write: number;
  readonly read: number;
  readonly wanted: boolean;
}

/** After so many steps for which a thread has waited, constraints do not count: others may wait for it in a loop. */
const PATIENCE = 100;

export class GuidedChooser implements Chooser {
  /** How the next walk begins, and its constraints from there on. */
  prefix: Decisions = [];
  constraints: readonly Constraint[] = [];
  /** The constraints of the present walk that still count. */
  private open: readonly Constraint[] = [];
  /** How many steps have come before others that the constraints hold back. */
  private heldBack = 0;
  /** Does the walk still follow the prefix? */
  private follows = false;
  /** What the walk has decided, and how many events there were after each decision. */
  private decided: number[] = [];
  private events: number[] = [];
  private state: GraphSearch | undefined;

  constructor(
    private readonly inner: Chooser,
    private readonly places: Places,
  ) {}

  begin(): void {
    this.open = this.constraints;
    this.heldBack = 0;
    this.follows = this.prefix.length > 0;
    this.decided = [];
    this.events = [];
    this.inner.begin();
  }

  /** The decisions of the walk up to the one that led to the event with that number; all if there is none. */
  decisionsTo(event: number): Decisions {
    const at = this.events.findIndex((count) => count > event);
    return at < 0 ? this.decided : firstOf(this.decided, at + 1);
  }

  *moves(state: GraphSearch): Iterable<Move> {
    this.state = state;
    if (this.follows) {
      const move = moveOf(this.prefix, this.events.length, state);
      if (move !== undefined) yield move;
      this.follows = false;
      this.inner.takeOver?.(state);
    }
    if (this.open.length === 0) return yield* this.inner.moves(state);
    const later: Move[] = [];
    for (const move of this.inner.moves(state))
      if (this.suits(move)) {
        const waits = later.some(({ pending }) => pending.thread !== move.pending.thread);
        if (waits && ++this.heldBack > PATIENCE) this.open = [];
        yield move;
      } else later.push(move);
    yield* later;
  }

  performed(move: Move): void {
    this.decided.push(...decisionOf(move));
    this.events.push(this.state!.graph.events.length);
    if (this.follows) return;
    this.inner.performed(move);
    if (this.open.length === 0) return;
    const read = this.readOf(move);
    const writes = this.writesOf(move);
    this.open = this.open.filter((c) => !c.wanted || c.read !== read || !writes.includes(c.write));
  }

  continuation(): AfterSchedule {
    return this.inner.continuation();
  }

  ended(state: GraphSearch, isNew: boolean): void {
    this.inner.ended?.(state, isNew);
  }

  get durable(): readonly number[] {
    return this.inner.durable;
  }

  set durable(numbers: readonly number[]) {
    this.inner.durable = numbers;
  }

  private suits(move: Move): boolean {
    const read = this.readOf(move);
    const here = this.open.filter((c) => c.read === read);
    if (here.length === 0) return true;
    const writes = this.writesOf(move);
    if (here.some((c) => !c.wanted && writes.includes(c.write))) return false;
    const wanted = here.filter((c) => c.wanted);
    return wanted.length === 0 || wanted.some((c) => writes.includes(c.write));
  }

  private readOf({ pending: { label } }: Move): number {
    return label.site < 0 ? -1 : this.places.ofSite(label.site);
  }

  private writesOf({ choice }: Move): number[] {
    return choice.flatMap(({ source }) =>
      source === null
        ? []
        : [source.thread < 0 || source.label.site < 0 ? INITIAL : this.places.ofSite(source.label.site)],
    );
  }
}
