/** How a random walk chooses its steps (random-walks.ts). */
import type { Choice } from '../../extend/candidates';
import type { Pending } from '../../extend/extender';
import type { AfterSchedule } from '../../../program/program';
import type { RandomNumbers } from '../random-numbers';
import type { GraphSearch } from '../graph-search';
import { drawSeed, rankOf } from './ranks';

/** One step that a walk may take. */
export interface Move {
  readonly pending: Pending;
  readonly choice: Choice;
}

export interface Chooser {
  /** A walk begins. */
  begin(): void;
  /** The moves in the order in which they are tried, until one is possible. */
  moves(state: GraphSearch): Iterable<Move>;
  /** The last move was possible. */
  performed(move: Move): void;
  /** Another chooser has made the steps of the walk so far; this one goes on. Default: nothing is to be done. */
  takeOver?(state: GraphSearch): void;
  /** How a run is to go on after the move that is tried, so that it shows the moves that follow. */
  continuation(): AfterSchedule;
  /** The walk has ended, in this state. `isNew`: it has taken an execution that no walk had taken before. */
  ended?(state: GraphSearch, isNew: boolean): void;
  /** What the following walks depend on, as numbers. Read and written between two walks. */
  durable: readonly number[];
}

/** Chooses pending events and choices with equal probability. */
export class UniformChooser implements Chooser {
  private seed = 0;
  private steps = 0;

  constructor(private readonly random: RandomNumbers) {}

  begin(): void {
    this.seed = drawSeed(this.random);
    this.steps = 0;
  }

  *moves(state: GraphSearch): Iterable<Move> {
    const { seed, steps } = this;
    const rank = ({ thread }: Pending): number => rankOf(seed, thread, steps);
    for (const pending of state.pending().sort((a, b) => rank(b) - rank(a)))
      for (const choice of this.random.shuffled(state.choices(pending))) yield { pending, choice };
  }

  performed(): void {
    this.steps++;
  }

  continuation(): AfterSchedule {
    return { by: 'steps', seed: this.seed };
  }

  get durable(): readonly number[] {
    return [this.random.state];
  }

  set durable([state]: readonly number[]) {
    this.random.state = state;
  }
}

/** The numbers of several parts as one list, which `separated` takes apart. */
export function joined(parts: readonly (readonly number[])[]): number[] {
  return parts.flatMap((part) => [part.length, ...part]);
}

/** The parts that `joined` has put together. */
export function separated(numbers: readonly number[]): number[][] {
  const parts: number[][] = [];
  for (let i = 0; i < numbers.length; i += 1 + numbers[i]) parts.push(numbers.slice(i + 1, i + 1 + numbers[i]));
  return parts;
}
