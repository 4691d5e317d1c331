/** Walks that begin with the decisions of an error's execution, to see which errors they come to. */
import type { FoundError } from '../explore/common/verdict';
import type { ExploreOptions } from '../explore/explore-options';
import { explore } from '../explore/explorer';
import type { RandomNumbers } from '../explore/strategy/random-numbers';
import type { Chooser } from '../explore/strategy/walks/chooser';
import { walksBy } from '../explore/strategy/walks/random-walks';
import type { Program } from '../program/program';

export interface FollowingWalks {
  readonly most: number;
  /** Called when walks begin, perhaps again. */
  chooser(random: RandomNumbers): Chooser;
  /** A walk has come to an error, or to an end. */
  onError(error: FoundError): void;
  onEnd?(): void;
  /** Asked at every state: should the walks end? */
  isOver(): boolean;
}

/** Takes the walks. Exceptions of the program pass through. */
export function walkOn(
  program: Program,
  options: ExploreOptions,
  { most, chooser, onError, onEnd, isOver }: FollowingWalks,
): void {
  explore(
    program,
    {
      ...options,
      strategy: 'random',
      equivalence: 'rf',
      keepGoing: true,
      maxExecutions: most,
      accepts: (error) => {
        onError(error);
        return false;
      },
      onExecution: onEnd,
      interrupted: isOver,
    },
    [walksBy('following', chooser)],
  );
}
