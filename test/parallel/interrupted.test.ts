/** What threads leave that explore together, when a limit ends the check: one worker goes on to the same totals. */
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Server } from '../../src/channel/server';
import { ClusterLead } from '../../src/cluster/cluster-lead';
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import type { ExplorationCheckpoint, ExploreOptions } from '../../src/explore/explore-options';
import { explore } from '../../src/explore/explorer';
import type { ProgramCheckpoint } from '../../src/program/program-checkpoint';
import { build, check, startWorkers, withProgram } from '../support/compiled';
import { top } from '../support/paths';

interface Kept {
  readonly exploration: ExplorationCheckpoint;
  readonly program: ProgramCheckpoint;
}

test.each<[string, readonly string[], EquivalenceName, number]>([
  ['fib', ['-DN=3'], 'rf', 175],
  ['treiber', ['-DPUSH=2', '-DPOP=2'], 'rf', 38],
  ['casrot', ['-DN=5'], 'observational', 43],
])('%s %s, equivalence %s', (name, defines, equivalence, executions) => {
  const path = build([join(top, 'bench', 'programs', `${name}.c`)], defines);
  const options: ExploreOptions = { model: 'rc11', equivalence, explicit: false };
  expect(check(path, options).executions).toBe(executions);
  for (const most of [0, Math.floor(executions / 3), executions - 1]) {
    let kept: Kept | undefined;
    const limited: ExploreOptions = { ...options, maxExecutions: most };
    const first = withProgram(path, (program) =>
      explore(program, {
        ...limited,
        startWorkers: startWorkers(program, path, 3, limited),
        onLimit: (checkpoint) => {
          kept = deserialize(serialize({ exploration: checkpoint(), program: program.checkpoint() })) as Kept;
        },
      }),
    );
    expect(first).toMatchObject({ executions: most, limitsHit: ['executions'] });
    const { exploration: resume, program: checkpoint } = kept!;
    const rest = withProgram(
      path,
      (program) =>
        explore(program, {
          ...options,
          resume,
          leadParts: (worker) => new ClusterLead(program, worker, program.runner as Server, undefined),
        }),
      { checkpoint },
    );
    expect(rest).toMatchObject({ executions, limitsHit: [], errors: [] });
  }
});
