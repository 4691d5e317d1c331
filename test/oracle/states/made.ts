/** Machines that tests write by hand. */
import { explore } from '../../../src/explore/explorer';
import type { ExploreOptions } from '../../../src/explore/explore-options';
import { StateSearch, stateSearch } from '../../../src/explore/strategy/state-space/state-search';
import type { KeyPart } from '../../../src/explore/strategy/state-space/key/state-key';
import type { StrategyFactory } from '../../../src/explore/strategy/strategy';
import type { Verdict } from '../../../src/explore/common/verdict';
import type { Machine, Thread } from './machine';
import { machineProgram } from './machine-program';

/**
 * A main that creates these threads and does nothing else, unless `main` follows. Locations, mutexes and semaphores are
 * four each, of the other objects there is one.
 */
export function machineOf(others: readonly Thread[], main: Thread = [], more: Partial<Machine> = {}): Machine {
  return {
    threads: [[...others.map((_, i) => ({ op: 'create' as const, t: i + 1 })), ...main], ...others],
    modulus: 4,
    registers: 2,
    locs: 4,
    mutexes: 4,
    conds: 1,
    rwlocks: 1,
    semaphores: [0, 0, 0, 0],
    barriers: [2],
    onces: 1,
    ...more,
  };
}

/** The state search, with parts of the state left out. */
export function searchWithout(...parts: KeyPart[]): StrategyFactory<unknown>[] {
  return [{ ...stateSearch, create: (context) => new StateSearch(context, new Set(parts)) }];
}

/** What the state search finds under sc, by default without reduction. */
export function searched(machine: Machine, options: Partial<ExploreOptions> = {}, without: KeyPart[] = []): Verdict {
  const all = { model: 'sc', equivalence: 'state', keepGoing: true, reduction: false, ...options } as const;
  return explore(machineProgram(machine), all, searchWithout(...without));
}
