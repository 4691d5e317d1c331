/**
 * The search of one worker over a recorded tree: what src/explore/strategy/rf-partition.ts does, one step at a time, so
 * that a simulation can stop it anywhere. Which branch is handed over is decided by the product's own code.
 */
import { takeBranch, type OpenState } from '../../src/explore/strategy/branch-to-share';
import { NOWHERE, type BranchTree } from './tree';

interface Frame extends OpenState {
  readonly state: number;
  next: number;
  performed: boolean;
  deferred: boolean;
  /** The tickets of branches that were handed over, in that order. */
  readonly handedOver: number[];
}

/** What the search does next: it enters a state, waits for the result of a ticket, or has ended. */
export type Step =
  | { readonly kind: 'state'; readonly state: number }
  | { readonly kind: 'wait'; readonly ticket: number }
  | { readonly kind: 'ended' };

const ended: Step = { kind: 'ended' };

/** What a search is to explore: states that have come so far, and below them the state with which it begins. */
export interface SimulatedPart {
  readonly frames: readonly Readonly<Frame>[];
  /** NOWHERE: the first event of the branch cannot be performed. */
  readonly first: number;
  /** Units that another worker spends on coming to the beginning. */
  readonly replay: number;
}

/** The whole tree. */
export const wholeTree: SimulatedPart = { frames: [], first: 0, replay: 0 };

export class SimulatedSearch {
  private readonly frames: Frame[];
  private first: number;
  /** Could the first event of the branch be performed? */
  readonly performed: boolean;

  /** `waits`: does a state wait for the branches that were handed over before its event is deferred, and at its end? */
  constructor(
    private readonly tree: BranchTree,
    part: SimulatedPart,
    private readonly waits: boolean,
  ) {
    this.frames = part.frames.map((f) => ({ ...f, handedOver: [...f.handedOver] }));
    this.first = part.first;
    this.performed = this.first !== NOWHERE;
  }

  /** The step that follows. `results` says of tickets whose result has arrived whether the branch could begin. */
  next(results: Map<number, boolean>): Step {
    if (this.first !== NOWHERE) {
      const state = this.first;
      this.first = NOWHERE;
      return { kind: 'state', state };
    }
    for (;;) {
      const f = this.frames.at(-1);
      if (f === undefined) return ended;
      const step = this.stepOf(f, results);
      if (step !== undefined) return step;
    }
  }

  /** Called when the state of the last step is entered. */
  enter(state: number): void {
    const { tree } = this;
    if (tree.choices(state) === 0 && tree.deferredState(state) === NOWHERE) return;
    this.frames.push({
      state,
      next: 0,
      end: tree.choices(state),
      performed: false,
      deferred: false,
      deferredElsewhere: false,
      at: 0,
      deferrable: [tree.deferrable(state)],
      handedOver: [],
    });
  }

  /** Takes a branch out, whose result will have the ticket; undefined: there is none. */
  share(ticket: number): SimulatedPart | undefined {
    const { tree, frames } = this;
    const shared = takeBranch(frames, 0);
    if (shared === undefined) return undefined;
    const f = frames[shared.state];
    if (this.waits) f.handedOver.push(ticket);
    const first = shared.choice === 'deferred' ? tree.deferredState(f.state) : tree.child(f.state, shared.choice);
    return { frames: [], first, replay: tree.costFromRoot(f.state) + (first === NOWHERE ? 1 : 0) };
  }

  /** What remains before the state is entered, to which the last step led. */
  rest(state: number): SimulatedPart {
    const above = this.frames.at(-1);
    return {
      frames: this.frames.map((f) => ({ ...f })),
      first: state,
      replay: above === undefined ? 0 : this.tree.costFromRoot(above.state),
    };
  }

  private stepOf(f: Frame, results: Map<number, boolean>): Step | undefined {
    const { tree } = this;
    if (f.next < f.end) return this.begin(f, tree.child(f.state, f.next++));
    while (f.handedOver.length > 0) {
      const performed = results.get(f.handedOver[0]);
      if (performed === undefined) return { kind: 'wait', ticket: f.handedOver[0] };
      results.delete(f.handedOver.shift()!);
      if (performed) f.performed = true;
    }
    const later = tree.deferredState(f.state);
    if (f.deferred || f.deferredElsewhere || later === NOWHERE) {
      this.frames.pop();
      return undefined;
    }
    f.deferred = true;
    return this.begin(f, later);
  }

  private begin(f: Frame, state: number): Step | undefined {
    if (state === NOWHERE) return undefined;
    f.performed = true;
    return { kind: 'state', state };
  }
}
