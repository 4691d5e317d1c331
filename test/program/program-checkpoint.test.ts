/**
 * What is known of a program, written down and read again: another ProcessProgram goes on with it as the first one
 * would have.
 */
import { deserialize, serialize } from 'node:v8';
import { explore } from '../../src/explore/explorer';
import type { ExplorationCheckpoint } from '../../src/explore/explore-options';
import type { Verdict } from '../../src/explore/common/verdict';
import { modelNames, type ModelName } from '../../src/model/names';
import type { ProgramCheckpoint } from '../../src/program/program-checkpoint';
import { ProcessProgram } from '../../src/program/process-program';
import type { Program } from '../../src/program/program';
import { dataProgram } from '../oracle/data-program';
import { counter, treiber } from '../oracle/larger';
import { randomLitmus } from '../oracle/random';
import { Simulated } from '../support/simulated';

type Result = Verdict & { readonly runs: number; readonly nodes: number };

/** Explores in parts of so many states, each with a ProcessProgram of its own. */
function inParts(make: () => Program, model: ModelName, size: number): Result {
  let kept: { exploration: ExplorationCheckpoint; program: ProgramCheckpoint } | undefined;
  for (;;) {
    const program: ProcessProgram = new ProcessProgram(new Simulated(make()), { checkpoint: kept?.program });
    let states = 0;
    let next: typeof kept;
    const verdict = explore(program, {
      model,
      equivalence: 'observational',
      keepGoing: true,
      resume: kept?.exploration,
      interrupted: () => ++states > size,
      onLimit: (checkpoint) => {
        next = deserialize(serialize({ exploration: checkpoint(), program: program.checkpoint() })) as typeof kept;
      },
    });
    if (next === undefined) return { ...verdict, runs: program.statistics.runs, nodes: program.nodes.length };
    kept = next;
  }
}

const programs: [string, () => Program][] = [
  ['counter', () => counter(3, 1)],
  ['treiber', () => treiber(2, 1)],
  ...randomLitmus({ mutexes: 1, blocks: 4 }, 94, 4).map((litmus, i): [string, () => Program] => [
    `random ${i}`,
    () => dataProgram(litmus),
  ]),
];

describe.each(modelNames)('under %s', (model) => {
  test.each(programs)('%s', (_name, make) => {
    const all = inParts(make, model, Infinity);
    for (const size of [3, 50]) expect(inParts(make, model, size)).toEqual(all);
  });
});

test('a tree as deep as an execution may be long', () => {
  const program = new ProcessProgram(new Simulated(counter(1, 3000)));
  explore(program, { model: 'sc', equivalence: 'observational' });
  const again = new ProcessProgram(new Simulated(counter(1, 3000)), {
    checkpoint: deserialize(serialize(program.checkpoint())) as ProgramCheckpoint,
  });
  expect(again.nodes.length).toBe(program.nodes.length);
  expect(again.checkpoint()).toEqual(program.checkpoint());
});
