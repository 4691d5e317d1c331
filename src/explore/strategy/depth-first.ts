/**
 * Depth-first search with a stack of its own: one frame for each state between the beginning and the present state. So
 * the depth of a search is not bounded by the call stack, and the decisions in the frames name the present state. A
 * checkpoint is the list of these decisions, and the search resumes by taking them again: heuristics may decide
 * otherwise by then, because more is known of the program.
 */
import type { Counts } from '../common/verdict';
import type { Session } from '../session/session';
import { Estimate, type Branching, type Sizes } from './tree-size-estimate';
import type { Strategy } from './strategy';

/** A state whose exploration is under way. */
export interface DepthFirstFrame {
  /** How many states its branches had so far. */
  readonly sizes: Sizes;
  /** How many states had been entered when its present branch began. */
  since: number;
}

/** The path of a search as data; `Decision` is the state of one frame. */
export interface PathCheckpoint<Decision> {
  readonly frames: readonly Decision[];
  /** Is the present state a new one below the last frame? Otherwise it is the state of the last frame. */
  readonly arrived: boolean;
}

/**
 * What a step led to: `entered` a new state; `continue` neither that nor the end of the frame's state, so another step
 * follows; `finished` that state has no further branch.
 */
export type StepResult = 'entered' | 'continue' | 'finished';

/** The driver; subclasses say what a state and a step is. A method that throws leaves the search before its step. */
export abstract class DepthFirst<Frame extends DepthFirstFrame, Decision, Checkpoint> implements Strategy<Checkpoint> {
  protected readonly frames: Frame[] = [];
  /** The search ends when only so many frames remain. */
  protected base = 0;
  /** Is the present state a new one, without a frame? */
  protected arrived = false;

  constructor(
    protected readonly session: Session,
    protected readonly estimate: Estimate,
  ) {}

  /** Goes to the first state. False where the execution ends before that. */
  protected abstract begin(): boolean;
  /**
   * Looks at the present state. Returns the frame of a state that has branches, `known` for a state that does not count
   * because it was entered before, and undefined for another one without branches.
   */
  protected abstract enter(): Frame | 'known' | undefined;
  /** Makes the frame's state the present one. */
  protected abstract backtrack(frame: Frame): void;
  /** Takes the next branch of the present state, which is the frame's. */
  protected abstract step(frame: Frame): StepResult;
  /** Is called for a finished frame, which is on the stack no more. Must not throw. */
  protected abstract leave(frame: Frame): void;
  /** The kind of branch that the frame explores at present, for the estimate. */
  protected abstract branch(frame: Frame): keyof Sizes;
  /** How far the frame has come, for the estimate. */
  protected abstract branching(frame: Frame): Branching;
  /** The frame as data, without the present state. */
  protected abstract decision(frame: Frame): Decision;
  /** The frame of the present state that had come so far. */
  protected abstract frameOf(decision: Decision): Frame;
  /** Takes the frame's last branch again. Does it lead to a state? */
  protected abstract repeat(frame: Frame): boolean;

  abstract resume(checkpoint: Checkpoint): void;
  abstract checkpoint(): Checkpoint;

  run(): void {
    this.arrived = this.begin();
    this.search();
  }

  proceed(): void {
    this.search();
  }

  explored(): number {
    return this.estimate.done(this.frames.map((f) => this.branching(f)));
  }

  get counts(): Counts {
    return this.session.counts;
  }

  /** The stack as data. */
  protected path(): PathCheckpoint<Decision> {
    return { frames: this.frames.map((f) => this.decision(f)), arrived: this.arrived };
  }

  /** Continues from the path. */
  protected resumePath({ frames, arrived }: PathCheckpoint<Decision>): void {
    const entered = this.replay(frames, arrived ? frames.length : frames.length - 1);
    this.arrived = arrived && entered;
    for (const f of this.frames) f.since = this.session.counts.states;
    this.search();
  }

  /**
   * Rebuilds the frames from the beginning, and takes the decisions of the first `repeated` ones. Counts nothing. Does
   * the last decision lead to a state?
   */
  protected replay(decisions: readonly Decision[], repeated: number): boolean {
    const { session } = this;
    const { counts } = session;
    session.counts = { ...counts };
    let entered = this.begin();
    decisions.forEach((decision, i) => {
      if (!entered) throw new Error('the decisions of the checkpoint do not fit the program');
      const frame = this.frameOf(decision);
      this.frames.push(frame);
      if (i < repeated) entered = this.repeat(frame);
    });
    session.counts = counts;
    return entered;
  }

  /** Searches until the frames above the base are finished. */
  protected search(): void {
    const { frames, session } = this;
    for (;;) {
      if (this.arrived) {
        session.tick(frames.length, this);
        const frame = this.enter();
        this.arrived = false;
        if (frame === 'known') continue;
        session.counts.states++;
        if (frame === undefined) continue;
        frame.since = session.counts.states;
        frames.push(frame);
      } else if (frames.length > this.base) {
        const frame = frames[frames.length - 1];
        this.backtrack(frame);
        this.measure(frame);
        const result = this.step(frame);
        if (result === 'entered') {
          this.arrived = true;
        } else if (result === 'finished') {
          frames.pop();
          this.leave(frame);
        }
      } else {
        return;
      }
    }
  }

  /** Adds the size of the branch from which the search has come back. */
  private measure(frame: Frame): void {
    const { states } = this.session.counts;
    frame.sizes[this.branch(frame)] += states - frame.since;
    frame.since = states;
  }
}
