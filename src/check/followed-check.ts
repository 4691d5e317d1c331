/** A check of one known execution: does the error happen in it (again)? */
import type { FoundError, Verdict } from '../explore/common/verdict';
import type { ExploreOptions } from '../explore/explore-options';
import type { StrategyFactory } from '../explore/strategy/strategy';
import { UniformChooser } from '../explore/strategy/walks/chooser';
import { FollowingChooser } from '../explore/strategy/walks/following';
import { walksBy } from '../explore/strategy/walks/random-walks';
import type { ProcessProgram } from '../program/process-program';
import type { FollowedExecution } from './check-request';

/**
 * Walks that try to follow it. One can be lost where it has yet to show which data are atomic, and so which accesses
 * are events; the next one knows.
 */
const WALKS = 8;

export class FollowedCheck {
  private isLost = false;
  private hasFollowed = false;

  constructor(
    private readonly execution: FollowedExecution,
    program: ProcessProgram,
  ) {
    if (execution.input !== undefined) program.restartWith(execution.input);
  }

  get factories(): readonly StrategyFactory<unknown>[] {
    const follower = {
      begins: () => {
        this.isLost = false;
      },
      lost: () => {
        this.isLost = true;
      },
      ends: () => {
        this.hasFollowed ||= !this.isLost;
      },
    };
    const { decisions } = this.execution;
    return [walksBy('following', (random) => new FollowingChooser(new UniformChooser(random), decisions, follower))];
  }

  /** What such an exploration is limited to. `interrupted`: is the check to end? */
  options(interrupted: () => boolean): Partial<ExploreOptions> {
    return {
      maxExecutions: WALKS,
      accepts: () => !this.isLost,
      interrupted: () => this.hasFollowed || interrupted(),
      sampling: undefined,
    };
  }

  /** Has a walk followed all of it? */
  get isFollowed(): boolean {
    return this.hasFollowed;
  }

  /** The verdict, with the input in its errors. */
  verdict(explored: Verdict): Verdict {
    const { input } = this.execution;
    if (input === undefined) return explored;
    return { ...explored, errors: explored.errors.map((error): FoundError => ({ ...error, input })) };
  }
}
