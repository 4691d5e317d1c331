/**
 * How an exploration of executions changes over to states: the quickest exact way to a verdict is not known before. Of
 * programs with few executions the report says how many they have. Where there are many, or one does not end, their
 * number says little, and there are mostly far fewer states. The same holds where the search performs very many events
 * without a complete execution, because nearly all branches are blocked.
 *
 * If the program turns out to have more executions than interleavings, it changes back, and goes on where it was.
 */
import { ExplorationRestart } from './common/restart';
import type { ScReduction } from './equivalence/sc-reduction';
import type { Program } from '../program/program';
import type { Session, SessionCheckpoint } from './session/session';
import type { SearchCheckpoint } from './strategy-factories';
import type { Strategy } from './strategy/strategy';

/** So many events without a complete execution are many: a quick check has fewer in all. */
const MANY_EVENTS = 20_000;
/** They must also be as many times the depth, since one long execution has many events by itself. */
const REPEATED = 20;

interface Left {
  readonly session: SessionCheckpoint;
  readonly search: SearchCheckpoint;
}

/** The change as data. */
export interface ChangeOverCheckpoint {
  readonly state: 'executions' | 'states' | 'back';
  readonly left: Left | undefined;
  readonly completed: { readonly executions: number; readonly events: number };
}

export class ChangeOver {
  private state: ChangeOverCheckpoint['state'] = 'executions';
  /** The exploration of executions; undefined: it has to begin anew. */
  private left: Left | undefined;
  /** The executions, and the events, when an execution was last seen to be complete. */
  private completed: ChangeOverCheckpoint['completed'] = { executions: 0, events: 0 };

  constructor(
    private readonly session: Session,
    private readonly reduction: ScReduction,
    program: Program,
    many: number,
  ) {
    session.changeOver = (executions, depth) => {
      if (this.state !== 'executions' || !reduction.maySearchStates) return;
      if (executions < many && program.endless !== true && !this.isStuck(executions, depth)) return;
      throw new ExplorationRestart({ kind: 'by-states' });
    };
  }

  /** Does the search perform events without completing executions? Counts alone decide, so that checks repeat. */
  private isStuck(executions: number, depth: number): boolean {
    const { events } = this.session.counts;
    // A new round counts anew, and so does a branch of another worker.
    if (executions !== this.completed.executions || events < this.completed.events)
      this.completed = { executions, events };
    return events - this.completed.events >= Math.max(MANY_EVENTS, REPEATED * depth);
  }

  /** All of it as data, for `restore`. */
  checkpoint(): ChangeOverCheckpoint {
    const { state, left, completed } = this;
    return { state, left, completed };
  }

  /** Goes on with what `checkpoint` returned, of the same program. */
  restore({ state, left, completed }: ChangeOverCheckpoint): void {
    this.state = state;
    this.left = left;
    this.completed = completed;
  }

  /** Are states explored at present? */
  get byStates(): boolean {
    return this.state === 'states';
  }

  /** States are explored from now on, in the place of what the strategy, which was between two steps, explored. */
  toStates(strategy: Strategy<unknown>): void {
    const { session, reduction } = this;
    this.state = 'states';
    // Under a stronger model than was asked for it would have to begin anew.
    if (!reduction.model.isSequential)
      this.left = {
        session: session.checkpoint(strategy.counts),
        search: strategy.checkpoint() as SearchCheckpoint,
      };
    reduction.searchStates();
  }

  /** The trees of the program were forgotten: a search that was left cannot go on. */
  forget(): void {
    this.left = undefined;
  }

  /**
   * Executions are explored again, if states cannot be any more. Returns the search to go on with; undefined: there is
   * none.
   */
  backWhereNeeded(): SearchCheckpoint | undefined {
    if (this.state !== 'states' || this.reduction.maySearchStates) return undefined;
    this.state = 'back';
    if (this.left === undefined) return undefined;
    this.session.restore(this.left.session);
    return this.left.search;
  }
}
