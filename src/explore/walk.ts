/**
 * Walks: for programs too large to finish. Each begins afresh and is one execution, chosen by chance; what it does is legal under the
 * model, reads of old values included. Nothing is claimed about executions that no walk took.
 */
import type { Dice } from './dice';
import type { Pending } from './growth';
import type { State, Way } from './state';

/** One thing that a walk may do. */
export interface Move {
  readonly pending: Pending;
  readonly way: Way;
}

/** How a walk chooses. */
export interface Chooser {
  /** A walk begins. */
  begin(): void;
  /** The moves in the order in which they are tried, until one is possible. */
  moves(state: State): Iterable<Move>;
  /** The last move was possible. */
  moved(move: Move): void;
}

/** Any event, any way. */
export class AnyMove implements Chooser {
  constructor(private readonly dice: Dice) {}

  begin(): void { /* Nothing is remembered. */ }

  *moves(state: State): Iterable<Move> {
    for (const pending of this.dice.shuffled(state.pending()))
      for (const way of this.dice.shuffled(state.ways(pending))) yield { pending, way };
  }

  moved(): void { /* Nothing is remembered. */ }
}

export class Walks {
  /** Executions that walks took, by the values that were read. */
  private readonly seen = new Set<string>();
  private taken = 0;

  constructor(private readonly state: State, private readonly chooser: Chooser, private readonly most: number) {}

  /** Walks until there were as many as asked for, or a limit ends it. */
  run(): void {
    const { session } = this.state;
    session.sampled(() => `${this.taken} executions were chosen by chance, ${this.seen.size} of them different`);
    while (this.taken < this.most) {
      session.tick(0, this);
      this.chooser.begin();
      if (this.state.begin()) this.walk();
      this.taken++;
    }
  }

  explored(): number {
    return 0;
  }

  private walk(): void {
    const { state } = this;
    for (let depth = 1; ; depth++) {
      const pending = state.pending();
      if (pending.length === 0) {
        state.complete();
        break;
      }
      const how = this.step();
      if (how === 'ended') break;
      if (how === 'none') {
        if (!state.stuck(pending)) state.session.counts.deadEnds++;
        break;
      }
      state.session.tick(depth, this);
    }
    this.seen.add(state.histories());
  }

  private step(): 'entered' | 'ended' | 'none' {
    for (const move of this.chooser.moves(this.state)) {
      const how = this.state.perform(move.pending, move.way);
      if (how === 'entered' || how === 'ended') {
        this.chooser.moved(move);
        return how;
      }
    }
    return 'none';
  }
}
