/** The game on the states that a search has recorded (safety-game.ts). */
import { MoveTarget, type RecordedMove, type RecordedState } from '../explore/common/step-recorder';
import { Kind, type ThreadId } from '../program/label';
import { BAD, type Action, type Game } from './safety-game';

/** An action with the moves that it consists of, one for each input. */
export interface RecordedAction extends Action {
  readonly moves: readonly RecordedMove[];
}

/** What counts as the end of the program, where a scheduler may come to rest. */
export interface Ends {
  /** Where the program has called exit, but threads wait for ever. Otherwise only where all threads have ended. */
  readonly left: boolean;
  /** What is not known yet. */
  readonly unexplored: boolean;
}

/**
 * The game; its state n is the recorded state n + 1. The values of a choice of the program are inputs; all else that a
 * thread may do in several ways, such as which waiting thread a signal wakes, is a choice of the scheduler.
 */
export function gameOf(states: readonly (RecordedState | undefined)[], { left, unexplored }: Ends): Game {
  // What is not known yet comes last.
  const after = states.length - 1;
  const target = (to: number): number => {
    if (to === (MoveTarget.Bad as number)) return BAD;
    if (to !== (MoveTarget.Unexplored as number) && states[to] !== undefined) return to - 1;
    return unexplored ? after : BAD;
  };
  const game = [...states].slice(1).map((state) => ({
    actions: state === undefined ? [] : actionsOf(state.moves, target),
    end: state === undefined ? unexplored : state.end && (left || state.pending.length === 0),
  }));
  return unexplored ? [...game, { actions: [], end: true }] : game;
}

function actionsOf(moves: readonly RecordedMove[], target: (to: number) => number): RecordedAction[] {
  const actions: RecordedAction[] = [];
  const choosing = new Map<ThreadId, RecordedMove[]>();
  for (const move of moves) {
    const inputs = choosing.get(move.thread);
    if (move.label.kind === Kind.Choose && inputs !== undefined) inputs.push(move);
    else if (move.label.kind === Kind.Choose) choosing.set(move.thread, [move]);
    else actions.push(actionOf([move], target));
  }
  return [...actions, ...[...choosing.values()].map((inputs) => actionOf(inputs, target))];
}

function actionOf(moves: readonly RecordedMove[], target: (to: number) => number): RecordedAction {
  return {
    thread: moves[0].thread,
    to: moves.map(({ to }) => target(to)),
    kinds: moves.map(({ kinds }) => kinds),
    moves,
  };
}
