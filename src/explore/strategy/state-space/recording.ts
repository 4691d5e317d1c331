/** What a state search tells its recorder, and how far it has to go for it. */
import type { ExecutionGraph } from '../../../graph/graph';
import { MoveTarget, type RecordedTouch, type StepRecorder } from '../../common/step-recorder';
import type { SearchOptions } from '../strategy';
import type { EnabledMoves } from './known/known-steps';
import { OneOrder } from './one-order';
import type { StateFrame } from './search-path';
import type { StepKinds } from './steps/state-graph';
import { recordedKinds, touchesOf } from './steps/step-effects';

export class Recording {
  private constructor(
    private readonly graph: ExecutionGraph,
    private readonly recorder: StepRecorder,
    private readonly order: OneOrder | undefined,
  ) {
    recorder.begin();
  }

  /** Undefined: nothing is recorded. `frames`: the path of the search. */
  static of(
    { recorder, oneOrder = false }: SearchOptions,
    graph: ExecutionGraph,
    frames: readonly StateFrame[],
  ): Recording | undefined {
    return recorder && new Recording(graph, recorder, oneOrder ? new OneOrder(frames, recorder) : undefined);
  }

  /** The state, to which the move of the last frame leads, is entered. Returns the moves in the order to try them. */
  enter(state: number, enabled: EnabledMoves): EnabledMoves {
    if (this.recorder.states[state] === undefined) this.recorder.enter(state, enabled.standings, enabled.moves.flat());
    return this.order?.enter(state, enabled) ?? enabled;
  }

  /** Is the state, to which the move of the last frame leads once more, to be entered again? */
  returnsTo(state: number): boolean {
    return this.order?.returnsTo(state) === true;
  }

  /** Must more be known of a state that was visited before than its number? */
  get mayReturn(): boolean {
    return this.order !== undefined;
  }

  /** Need no more moves of the last frame be taken? */
  isEnough(f: StateFrame): boolean {
    return this.order?.isEnough(f) === true;
  }

  /** The frame was taken from the path. */
  leave(f: StateFrame): void {
    this.order?.leave(f);
  }

  /** The move of the last frame that is taken leads to the state. */
  leads({ state, begun }: StateFrame, to: number, kinds: StepKinds, touches: readonly RecordedTouch[]): void {
    this.recorder.step(state, this.order?.numberOf(begun) ?? begun, to, recordedKinds(kinds), touches);
  }

  /** The execution ends in the move of the last frame that is taken. */
  goesWrong({ state, begun }: StateFrame): void {
    this.recorder.step(state, this.order?.numberOf(begun) ?? begun, MoveTarget.Bad);
  }

  /** All threads have ended in the state. */
  ends(state: number): void {
    this.recorder.ends(state);
  }

  /** No thread goes on from the state, because the program has ended (`end`), or for another reason. */
  stays(state: number, end: boolean): void {
    this.recorder.stays(state, end);
  }

  /** What the events of the graph from the mark on touch. */
  touchesSince(mark = 0): readonly RecordedTouch[] {
    return touchesOf(this.graph.events.slice(mark));
  }
}
