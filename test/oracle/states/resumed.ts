/** Explorations that are interrupted and resumed, again and again. */
import { deserialize, serialize } from 'node:v8';
import { isDeepStrictEqual } from 'node:util';
import { explore } from '../../../src/explore/explorer';
import type { ExplorationCheckpoint, ExploreOptions } from '../../../src/explore/explore-options';
import type { Verdict } from '../../../src/explore/common/verdict';
import type { StrategyFactory } from '../../../src/explore/strategy/strategy';
import type { Program } from '../../../src/program/program';

/** The limit of the next part of an exploration. */
export type Limit = () => Partial<ExploreOptions>;

/** The verdict of the last part, and how many parts there were. */
export interface Resumed {
  readonly verdict: Verdict;
  readonly parts: number;
}

/** Explores; whenever a limit ends it, goes on with what was kept, under the next limit. */
export function resumed(
  program: Program,
  options: ExploreOptions,
  limit: Limit,
  factories?: readonly StrategyFactory<unknown>[],
): Resumed {
  let kept: ExplorationCheckpoint | undefined;
  for (let parts = 1; ; parts++) {
    let next: ExplorationCheckpoint | undefined;
    const onLimit = (checkpoint: () => ExplorationCheckpoint): void => {
      next = deserialize(serialize(checkpoint())) as ExplorationCheckpoint;
    };
    const verdict = explore(program, { ...options, ...limit(), resume: kept, onLimit }, factories);
    if (next === undefined) return { verdict, parts };
    kept = next;
  }
}

/** A limit of so many states for each part. */
export function everyStates(states: number): Limit {
  return () => {
    let left = states;
    return { interrupted: () => left-- === 0 };
  };
}

/** One interruption, after so many states. */
export function onceAfter(states: number): Limit {
  let left = states;
  return () => ({ interrupted: () => left-- === 0 });
}

/** Limits of so many executions, of so many more, and so on. */
export function everyExecutions(executions: number): Limit {
  let most = 0;
  return () => ({ maxExecutions: (most += executions) });
}

/** What differs where the exploration is interrupted and resumed; `make` makes the program anew. */
export function resumedDifferences(
  make: () => Program,
  options: ExploreOptions,
  factories?: readonly StrategyFactory<unknown>[],
): string[] {
  let states = 0;
  const count = (): Partial<ExploreOptions> => ({ interrupted: () => ++states < 0 });
  const { verdict: whole } = resumed(make(), options, count, factories);
  const limits: [string, Limit][] = [
    ['in thirds', everyStates(Math.max(1, Math.ceil(states / 3)))],
    ['nearly at the end', onceAfter(Math.max(0, states - 2))],
    ['after each execution', everyExecutions(1)],
    ...(states > 40 ? [] : [['after each state', everyStates(1)] satisfies [string, Limit]]),
  ];
  return limits.flatMap(([where, limit]) => {
    const { verdict } = resumed(make(), options, limit, factories);
    return isDeepStrictEqual(compared(verdict, options), compared(whole, options))
      ? []
      : [`interrupted ${where}: ${textOf(verdict)}, not ${textOf(whole)}`];
  });
}

/**
 * What must not differ. Without a path, how many events are performed depends on the lengths of rounds. Under Jest,
 * what was deserialised has other prototypes.
 */
function compared(verdict: Verdict, { frontier }: ExploreOptions): unknown {
  return deserialize(serialize(frontier === undefined ? verdict : { ...verdict, events: 0 }));
}

function textOf({ errors, ...verdict }: Verdict): string {
  return JSON.stringify({ ...verdict, errors: errors.map(({ kind, message }) => `${kind}: ${message}`) });
}
