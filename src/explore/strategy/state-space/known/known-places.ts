/**
 * Places of threads that were seen before: which event comes next there, and the ways to perform it, by what its
 * location holds. So the moves of a state follow from its vector, and need no graph.
 */
import type { ExecutionGraph } from '../../../../graph/graph';
import { isChosen, isObjectKind, objectOf } from '../../../../object';
import { Kind, type Label, type ThreadId, type Value } from '../../../../program/label';
import { stateAfter } from '../../../extend/candidates';
import type { Pending } from '../../../extend/extender';
import { enabledOf } from '../steps/moves';
import type { AccessNumber } from '../reduction/future-accesses';
import type { KnownSteps, EnabledMoves, PossibleMove, Standing } from './known-steps';
import type { StateKey } from '../key/state-key';

export class KnownPlaces {
  /** By place; null: the thread has ended. */
  durable: (Standing | null | undefined)[] = [];
  /** How much was learned. */
  learned = 0;

  /** `isExact`: does a place say all that its thread does next? `accessOf`: what an event may access. */
  constructor(
    private readonly key: StateKey,
    private readonly steps: KnownSteps,
    private readonly isExact: boolean,
    private readonly accessOf: (l: Label) => AccessNumber | undefined,
  ) {}

  /** The enabled moves of a state; undefined: some thread was not seen there with what its location holds. */
  find(vector: Int32Array): EnabledMoves | undefined {
    const standings: Standing[] = [];
    const moves: (readonly PossibleMove[])[] = [];
    for (let i = 1; i < vector.length; i += 2) {
      if (vector[i] === 0) continue;
      const standing = this.durable[vector[i]];
      if (standing === null) continue;
      const known = standing?.moves.get(vector[standing.at] ?? 0);
      if (known === undefined) return undefined;
      standings.push(standing!);
      moves.push(known);
    }
    return { standings, moves };
  }

  /** The thread at the place, and what it does next there; null: it has ended; undefined: that was not seen. */
  at(place: number): Standing | null | undefined {
    return this.durable[place];
  }

  /** The thread ends at the place. */
  ends(place: number): void {
    if (!this.isExact || this.durable[place] === null) return;
    this.durable[place] = null;
    this.learned++;
  }

  /** The thread stands at the place before the join, and may have to wait. */
  joins(place: number, thread: ThreadId, label: Label): void {
    const { moves } = this.standingAt(place, thread, label);
    if (!moves.has(0)) this.learned++;
    moves.set(0, []);
  }

  /** The enabled moves of the state that the key was taken of: threads stand before these events. */
  observe(graph: ExecutionGraph, pending: readonly Pending[]): EnabledMoves {
    const { vector } = this.key;
    let i = 0;
    for (let t = 0; 2 * t + 1 < vector.length; t++) {
      if (pending[i]?.thread === t) i++;
      else if (vector[2 * t + 1] !== 0 && graph.end(t) !== undefined) this.ends(vector[2 * t + 1]);
    }
    const standings = pending.map(({ thread, label }) => this.standingAt(vector[2 * thread + 1], thread, label));
    return { standings, moves: pending.map((p, at) => this.movesOf(graph, p, standings[at])) };
  }

  private standingAt(place: number, thread: ThreadId, label: Label): Standing {
    const known = this.isExact ? this.durable[place] : undefined;
    if (known !== undefined && known !== null) return known;
    const at = label.loc < 0 ? 0 : this.key.indexOf(label.loc);
    const standing = { thread, label, access: this.accessOf(label), place, at, moves: new Map() };
    if (this.isExact) this.durable[place] = standing;
    this.learned++;
    return standing;
  }

  private movesOf(graph: ExecutionGraph, pending: Pending, standing: Standing): readonly PossibleMove[] {
    const { thread, label, at } = standing;
    const content = this.key.vector[at] ?? 0;
    const known = standing.moves.get(content);
    if (known !== undefined) return known;
    const reads = enabledOf(graph, pending).map(({ candidate }) => candidate?.read);
    const moves = this.movesReturning(standing, content, reads);
    if (this.isExact && followsFromContent(graph, thread, label, moves)) {
      standing.moves.set(content, moves);
      this.learned++;
    }
    return moves;
  }

  private movesReturning(
    { thread, label, place }: Standing,
    content: number,
    reads: readonly (Value | undefined)[],
  ): readonly PossibleMove[] {
    return reads.map((read, choice) => ({
      ...{ thread, label, choice, read },
      steps: this.steps.of(label.kind, place, content, choice),
    }));
  }
}

/** Has the thread these moves wherever it stands before the event, and the location holds the same? */
function followsFromContent(graph: ExecutionGraph, t: ThreadId, l: Label, moves: readonly PossibleMove[]): boolean {
  switch (l.kind) {
    case Kind.Load:
    case Kind.Store:
    case Kind.Rmw:
    case Kind.Choose:
      return true;
    case Kind.Join:
      // A step that ends the thread which is awaited performs the join.
      return moves.length === 0;
    default:
      // Whom an operation lets go performs its next event in the same step, unless it may leave otherwise, too.
      if (!isObjectKind(l.kind) || (isChosen(l.kind) && l.kind !== Kind.CondWake)) return false;
      return !isMisuse(graph, t, l, true) && !isMisuse(graph, t, l, false);
  }
}

/** Is the operation misuse, where the last one on the object comes before it (`ordered`), or need not come before? */
function isMisuse(graph: ExecutionGraph, t: ThreadId, l: Label, ordered: boolean): boolean {
  const state = stateAfter(graph.location(l.loc).writes.at(-1)!, l);
  return objectOf(l.kind)
    .outcomes(state, l, t, ordered)
    .some(({ kind }) => kind === 'misuse');
}
