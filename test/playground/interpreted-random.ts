/** Random programs as C for the playground: the same counts and kinds of errors as in memory (oracle/data-program.ts). */
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import type { Verdict } from '../../src/explore/common/verdict';
import type { ModelName } from '../../src/model/names';
import { interpretedProgram } from '../../src/playground/c/interpreted-program';
import { cForm } from '../oracle/c-form';
import { dataProgram } from '../oracle/data-program';
import type { Litmus } from '../oracle/litmus';
import type { Shape } from '../oracle/random-shape';

/** The kinds of programs: all that the playground's C has. */
export const playgroundShapes: Readonly<Record<string, Partial<Shape>>> = {
  atomics: { weak: true, blind: true },
  data: { plain: 2, locs: 3, threads: [2, 3] },
  mixed: { plain: 1, mixed: true, locs: 2, threads: [2, 3] },
  mutexes: { mutexes: 2, plain: 1, threads: [2, 3], blocks: 3 },
  loops: { awaits: true, caches: true, plain: 1, threads: [2, 3], blocks: 3 },
  locked: { mutexes: 2, lockedLoops: 'tried', plain: 1, threads: [2, 3], blocks: 3 },
  retries: { retries: ['none', 'read', 'write', 'plain read', 'plain write'], plain: 1, threads: [2, 3], blocks: 3 },
  flags: { flags: 'synchronising', plain: 1, threads: [2, 3] },
  creation: { creation: true, plain: 1, threads: [2, 4], blocks: 3 },
};

/** The text of the program, without what stands for other objects. */
export function playgroundText(litmus: Litmus): string {
  return cForm(litmus).replace(/^.*(linux.futex|semaphore\.h|sys.syscall|unistd|drista_runtime_).*$/gm, '');
}

function describeVerdict({ executions, blocked, errors, limitsHit }: Verdict): string {
  const kinds = [...new Set(errors.map(({ kind }) => kind))].sort();
  // An error ends the exploration; which one is met first may differ, and so does what was counted before.
  return kinds.length > 0 ? 'error' : `${executions} executions, ${blocked} blocked, limits ${limitsHit.join()}`;
}

/** What differs under the model, in words; empty: nothing. */
export function interpretedDifferences(litmus: Litmus, model: ModelName): string[] {
  return (['observational', 'rf', 'co'] as const).flatMap((equivalence) => {
    const options: ExploreOptions = { model, equivalence };
    const inMemory = describeVerdict(explore(dataProgram(litmus), options));
    const interpreted = describeVerdict(explore(interpretedProgram(playgroundText(litmus), 'program.c'), options));
    return inMemory === interpreted
      ? []
      : [`${model} ${equivalence}: interpreted ${interpreted}, in memory ${inMemory}`];
  });
}
