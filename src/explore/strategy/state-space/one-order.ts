/**
 * What a first safe schedule needs: one way to go on from each state that it comes to, and all inputs (Metzler, Suri,
 * Weissenbacher, section 3: schedulers are iterated from a first, deterministic one). Of the threads that may go the
 * one goes that went least recently. A path ends where both a state and the order in which threads went last come
 * again: then each thread that may go on the cycle goes on it. Where the execution goes wrong, other threads are tried,
 * from the deepest state on.
 *
 * What is left out is only unknown: whether a scheduler exists is a question for the game (src/safe/).
 */
import { MoveTarget, type StepRecorder } from '../../common/step-recorder';
import { Kind, type ThreadId } from '../../../program/label';
import type { EnabledMoves } from './known/known-steps';
import type { StateFrame } from './search-path';

export class OneOrder {
  /** By depth of the path: the threads that have gone, the one that has not gone for longest first. */
  private readonly orders: (readonly ThreadId[])[] = [];
  /** By depth of the path: the number that each move of the frame has in the recording. */
  private readonly numbers: (readonly number[])[] = [];
  /** States with orders. */
  private readonly visited = new Set<string>();
  /** From these every way that was tried goes wrong. */
  private readonly lost = new Set<number>();

  constructor(
    private readonly frames: readonly StateFrame[],
    private readonly recorder: StepRecorder,
  ) {}

  /** The moves of the state, to which the move of the last frame leads, in the order in which they are tried. */
  enter(state: number, { standings, moves }: EnabledMoves): EnabledMoves {
    const depth = this.frames.length;
    const order = this.next();
    this.orders[depth] = order;
    this.visited.add(keyOf(state, order));
    let count = 0;
    const tried = moves
      .filter((all) => all.length > 0)
      .map((all) => ({ all, first: (count += all.length) - all.length }));
    const place = ({ all }: (typeof tried)[number]): number => order.indexOf(all[0].thread);
    tried.sort((a, b) => place(a) - place(b));
    this.numbers[depth] = tried.flatMap(({ all, first }) => all.map((_, i) => first + i));
    return { standings, moves: tried.map(({ all }) => all) };
  }

  /** The move of the last frame leads to a state that was visited before: is it to be entered again? */
  returnsTo(state: number): boolean {
    const known = this.recorder.states[state];
    if (known === undefined || known.moves.length === 0 || this.lost.has(state)) return false;
    return !this.visited.has(keyOf(state, this.next()));
  }

  /** The number that the move of the last frame has in the recording. */
  numberOf(move: number): number {
    return this.numbers[this.frames.length - 1][move];
  }

  /** Is one of the ways to go on enough that were tried from the last frame? */
  isEnough({ state, moves, begun }: StateFrame): boolean {
    return begun > 0 && !isInput(moves, begun) && this.isGood(state, moves, begun - 1, this.frames.length - 1);
  }

  /** The frame was taken from the path. */
  leave({ state, moves, begun }: StateFrame): void {
    const depth = this.frames.length;
    const isEnd = moves.length === 0 && this.recorder.states[state]?.end === true;
    const isGood = (_: unknown, i: number): boolean => !isInput(moves, i + 1) && this.isGood(state, moves, i, depth);
    if (!isEnd && !moves.slice(0, begun).some(isGood)) this.lost.add(state);
  }

  /** The order once the move of the last frame is taken. */
  private next(): readonly ThreadId[] {
    const above = this.frames.at(-1);
    if (above === undefined) return [];
    const { thread } = above.moves[above.begun];
    return [...this.orders[this.frames.length - 1].filter((other) => other !== thread), thread];
  }

  /** Does the action whose last move this is go wrong for no input? */
  private isGood(state: number, moves: StateFrame['moves'], last: number, depth: number): boolean {
    const recorded = this.recorder.states[state]!.moves;
    for (let i = last; ; i--) {
      const { to } = recorded[this.numbers[depth][i]];
      if (to === (MoveTarget.Bad as number) || this.lost.has(to)) return false;
      if (i === 0 || !isInput(moves, i)) return true;
    }
  }
}

/** Is the move another input of the action to which the move before it belongs? */
function isInput(moves: StateFrame['moves'], move: number): boolean {
  const [before, after] = [moves[move - 1], moves.at(move)];
  return after?.label.kind === Kind.Choose && before.thread === after.thread;
}

function keyOf(state: number, order: readonly ThreadId[]): string {
  return `${state} ${order.join(' ')}`;
}
