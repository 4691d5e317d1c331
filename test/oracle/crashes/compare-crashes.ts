/** Losses of power in compiled programs (--crash) against all that they may leave by brute force. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { explore } from '../../../src/explore/explorer';
import type { ExploreOptions } from '../../../src/explore/explore-options';
import { buildText, startWorkers, withProgram } from '../../support/compiled';
import { scratchFolder } from '../../support/scratch';
import { diskProgramInC, listerInC, type DiskProgram, type DiskStep, type Name } from './disk-program';
import { statesLeft } from './disk-states';

const name = fc.constantFrom<Name>('a', 'b');
const byte = fc.constantFrom('x', 'y');

const step: fc.Arbitrary<DiskStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant('open' as const), name, synced: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ op: fc.constant('write' as const), name, page: fc.constantFrom<0 | 1>(0, 0, 1), byte }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('truncate' as const), name, size: fc.constantFrom<0 | 1>(0, 1) }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('fsync' as const), name }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('rename' as const), from: name, to: name }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('link' as const), from: name, to: name }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('unlink' as const), name }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constantFrom('sync folder' as const, 'sync' as const) }) },
);

/** Each thread opens a file first: else most programs would do nothing. */
function thread(most: number): fc.Arbitrary<DiskStep[]> {
  return fc
    .tuple(name, fc.boolean(), fc.array(step, { minLength: 1, maxLength: most }))
    .map(([first, synced, steps]) => [{ op: 'open', name: first, synced: synced && first === 'b' }, ...steps]);
}

const diskProgram: fc.Arbitrary<DiskProgram> = fc.oneof(fc.tuple(thread(7)), fc.tuple(thread(3), thread(2)));

/** Random programs of the seed. */
export function randomDiskPrograms(seed: number, count: number): DiskProgram[] {
  return fc.sample(diskProgram, { seed, numRuns: count });
}

const usual: ExploreOptions = { model: 'rc11', equivalence: 'observational' };
const others: readonly ExploreOptions[] = [
  usual,
  { model: 'rc11', equivalence: 'rf' },
  { model: 'tso', equivalence: 'co' },
  { model: 'rc11', equivalence: 'state' },
  { model: 'sc', equivalence: 'mazurkiewicz', strategy: 'sdpor' },
  { model: 'sc', equivalence: 'mazurkiewicz', strategy: 'odpor' },
];

const folder = scratchFolder('drista-crashes-');
let lister: string | undefined;

/** What a check of the program finds under these options; `workers`: how many explore. */
function statesFound(program: DiskProgram, which: number, workers: number): Set<string> | string {
  lister ??= buildText(listerInC);
  const list = join(folder, 'states'),
    crash = { at: join(folder, 'work'), command: `exec ${lister} ${list}` };
  rmSync(list, { force: true });
  const path = buildText(diskProgramInC(program), ['-Wno-unused-result']);
  const options = others[which % others.length];
  const verdict = withProgram(
    path,
    (p) =>
      explore(
        p,
        workers > 1 ? { ...options, startWorkers: startWorkers(p, path, workers, options, undefined, crash) } : options,
      ),
    {},
    [],
    { crash },
  );
  if (verdict.errors.length > 0) return verdict.errors[0].message;
  if (verdict.limitsHit.length > 0) return `limits: ${verdict.limitsHit.join()}`;
  return new Set(existsSync(list) ? readFileSync(list, 'utf8').split('\n').slice(0, -1) : []);
}

/** How the check differs from brute force; undefined: it does not. */
export function crashDifference(program: DiskProgram, which: number, workers = 1): string | undefined {
  const expected = statesLeft(program);
  const found = statesFound(program, which, workers);
  if (typeof found === 'string') return found;
  const missing = [...expected].filter((line) => !found.has(line)),
    more = [...found].filter((line) => !expected.has(line));
  if (missing.length + more.length === 0) return undefined;
  return `missing: ${missing.join('; ')}\nmore: ${more.join('; ')}`;
}
