/**
 * Which branch a worker hands over when another one waits. The choice needs no more than how far each state on the
 * worker's stack has come, so that the simulation in bench/scale/ makes it with this code.
 */

/** How far the exploration of a state has come. */
export interface OpenState {
  /** The next choice, and the number of choices for this worker: later ones were handed over. */
  readonly next: number;
  end: number;
  /** Could some choice be performed? */
  readonly performed: boolean;
  /** Has the branch begun in which the event is deferred? */
  readonly deferred: boolean;
  /** Was that branch handed over? */
  deferredElsewhere: boolean;
  /** Which event is tried now, and for each event: may it be deferred? */
  readonly at: number;
  readonly deferrable: readonly boolean[];
}

/** A branch of the state at the place `state` of a stack: a choice, or `deferred`, the one that defers the event. */
export interface SharedBranch {
  readonly state: number;
  readonly choice: number | 'deferred';
}

/**
 * Takes a branch out of a stack whose states before `base` belong to another worker: the last branch that has not
 * begun, of the first state that has one, since branches near to the root are large. Returns undefined where all
 * branches have begun.
 */
export function takeBranch(stack: readonly OpenState[], base: number): SharedBranch | undefined {
  for (let state = base; state < stack.length; state++) {
    const s = stack[state];
    if (s.next < s.end) return { state, choice: --s.end };
    if (s.deferred || s.deferredElsewhere || !s.performed || !s.deferrable[s.at]) continue;
    s.deferredElsewhere = true;
    return { state, choice: 'deferred' };
  }
  return undefined;
}
