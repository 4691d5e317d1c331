/** `npm run bench -- --peer`: other model checkers, here scripts that say what those say. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchesOf, PeerBench, PeerFailure, peersOf, versionOfPeer, type PeerRun } from '../../bench/peer';
import { peerSummary, peerTable, type Comparison } from '../../bench/peer-table';
import { rows, type Row, type Scale } from '../../bench/programs/rows';
import { packageRoot } from '../../src/base/paths';

const folder = mkdtempSync(join(tmpdir(), 'drista-test-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A script that says in `FILE.words` what it was called with. */
function script(name: string, body: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho "$@" >>${file}.words\n${body}\n`, { mode: 0o755 });
  return file;
}

const words = (file: string): string[] => readFileSync(`${file}.words`, 'utf8').trim().split('\n');

const heavy = rows.find(({ name }) => name === 'heavy')!,
  fib = rows.find(({ name }) => name === 'fib')!;
const source = (row: Row): string => join(packageRoot(), 'bench', 'programs', `${row.file}.c`);

/** Runs it in the first of its ways. */
async function run(kind: string, file: string, row: Row, model = 'rc11', limit = 60): Promise<PeerRun | undefined> {
  const [peer] = peersOf([`${kind}=${file}`], model);
  const [bench] = benchesOf(peer, model, limit);
  return bench.once(row, row.scales[0]);
}

const verdict = `echo '*** Verification complete.
No errors were detected.
Number of complete executions explored: 175
Number of blocked executions seen: 12
Total wall-clock time: 0.02s'`;

test('GenMC as it comes and plain: its flags, those of the program, and its counts', async () => {
  const file = script('genmc', verdict);
  for (const [row, model] of [[heavy, 'rc11'] as const, [fib, 'sc'] as const])
    for (const bench of benchesOf({ name: 'genmc', path: file }, model, 60))
      expect(await bench.once(row, row.scales[0])).toEqual({
        seconds: expect.any(Number) as number,
        complete: 175,
        blocked: 12,
      });
  const off = '--disable-estimation --disable-sr --disable-mm-detector';
  expect(words(file)).toEqual([
    `--rc11 -- -O1 -g -DN=1 ${source(heavy)}`,
    `--rc11 ${off} -- -O1 -g -DN=1 ${source(heavy)}`,
    `--sc -- -DN=3 ${source(fib)}`,
    `--sc ${off} -- -DN=3 ${source(fib)}`,
  ]);
});

test('GenMC without in-place revisiting, where that is in its way: asked once for each program', async () => {
  const refusal = `echo 'You can use -disable-ipr to disable this feature.'; exit 42`;
  const file = script('genmc-ipr', `case "$*" in --disable-ipr*) ${verdict} ;; *) ${refusal} ;; esac`);
  const bench = new PeerBench({ name: 'genmc', path: file }, 'genmc', 'rc11', 60);
  const scales: readonly Scale[] = [fib.scales[0], fib.scales[0], fib.scales[1]];
  for (const scale of scales) expect(await bench.once(fib, scale)).toMatchObject({ complete: 175 });
  expect(words(file).map((line) => line.startsWith('--disable-ipr'))).toEqual([false, true, true, false, true]);
});

test('GenMC without symmetry reduction too, where it still names that; what does not help ends it', async () => {
  const refusal = (option: string): string => `echo 'You can use -${option} to disable these features.'; exit 42`;
  const body = (last: string): string =>
    `case "$*" in --disable-ipr\\ --disable-sr*) ${last} ;; --disable-ipr*) ${refusal('disable-sr')} ;;
    *) ${refusal('disable-ipr')} ;; esac`;
  expect(await run('genmc', script('genmc-sr', body(verdict)), fib)).toMatchObject({ complete: 175 });
  const never = script('genmc-never', body(refusal('disable-sr')));
  await expect(run('genmc', never, fib)).rejects.toThrow(PeerFailure);
  expect(words(never)).toHaveLength(3);
});

test.each([
  [
    "echo 'GenMC (https://peer.example/genmc):\n  GenMC v0.13.0 (commit #afabd75)\n  Built with LLVM 19.1.7'",
    'genmc v0.13.0',
  ],
  ["echo 'no such option' >&2; exit 1", 'genmc'],
])('says its version, if it does', (body, version) => {
  expect(versionOfPeer({ name: 'genmc', path: script('version', body) })).toBe(version);
});

test('Nidhugg: its flags, and its counts', async () => {
  const file = script('nidhuggc', "echo 'Trace count: 141 (also 3 sleepset blocked)\nNo errors were detected.'");
  expect(await run('nidhugg', file, fib, 'sc')).toMatchObject({ complete: 141, blocked: 3 });
  expect(words(file)).toEqual([`-DN=3 -- --sc --rf --disable-mutex-init-requirement ${source(fib)}`]);
});

test('an error, or no verdict at all, is no time', async () => {
  const error = script('wrong', "echo 'Number of complete executions explored: 4'; exit 42");
  await expect(run('genmc', error, fib)).rejects.toThrow(PeerFailure);
  const none = script('none', "echo 'clang: not found' >&2; exit 1");
  await expect(run('genmc', none, fib)).rejects.toThrow(/no verdict without error: clang: not found/);
});

test('what takes too long is ended, with all that it has started', async () => {
  // Its output ends only with the last process that has it.
  const file = script('slow', 'sleep 1000 & wait');
  expect(await run('genmc', file, fib, 'rc11', 0.2)).toBeUndefined();
});

test('the bench checks the programs by both', () => {
  const file = script('side', verdict);
  const bench = (...peers: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(
      process.execPath,
      [join(packageRoot(), 'dist', 'bench', 'bench.js'), 'nw1r', '--quick', '--repeats', '2', ...peers],
      { encoding: 'utf8' },
    );
  const done = bench('--peer', `genmc=${file}`);
  expect(done).toMatchObject({ status: 0, stderr: 'bench: nw1r N=4 genmc\n' });
  expect(done.stdout).toMatch(
    /\| nw1r +\| N=4 +\| +5 \|.*\| +175 \| +12 \| .*\| +175 \| +12 \| .*\n\ndrista\/genmc: .*\ndrista\/genmc plain: /,
  );
  const refused = bench('--peer', `genmc=${script('refusing', 'echo no; exit 1')}`);
  expect(refused).toMatchObject({ status: 0 });
  expect(refused.stdout).toMatch(/nw1r\.c: no verdict without error: no\n$/);
});

test.each([
  ['genmc', 'rc11', 'give genmc=PATH or nidhugg=PATH'],
  ['cbmc=/bin/true', 'rc11', 'give genmc=PATH or nidhugg=PATH'],
  ['genmc=/nowhere/genmc', 'rc11', '/nowhere/genmc cannot be run'],
  ['nidhugg=/bin/true', 'rc11', 'has sc alone, not --model rc11'],
  ['genmc=/bin/true', 'c20', 'has rc11 and sc alone, not --model c20'],
])('--peer %s under %s is refused', (word, model, message) => {
  expect(() => peersOf([word], model)).toThrow(message);
});

describe('the table', () => {
  type Runs = Comparison['runs'][string];
  const compared = (program: string, seconds: number[], genmc: Runs, plain: Runs, late = false): Comparison => {
    const runs = { genmc, plain };
    return { program, scale: 'N=3', executions: 175, seconds, late, compile: 0.3, runs };
  };
  const once = (seconds: number): PeerRun => ({ seconds, complete: 175, blocked: 12 });
  const all = [
    compared('fib', [0.2, 0.1, 0.3], [once(0.1), once(0.3), once(0.05)], [once(0.4)]),
    compared('treiber', [0.5], [once(1)], [once(0.125)]),
    compared('ainc', [6], [undefined], [once(6)]),
    compared('mpmc', [121], [once(2)], [undefined], true),
    compared('ttas', [121], [undefined], [undefined], true),
  ];

  test('has the counts of both, medians, and their ratio', () => {
    const lines = peerTable(all, 120).split('\n');
    expect(lines.map((line) => line.slice(0, 108))).toEqual([
      '| program | scale | executions | seconds | drista cc | genmc: complete | blocked | seconds | drista/genmc | ',
      '|---------|-------|-----------:|---------|----------:|----------------:|--------:|---------|--------------|-',
      '| fib     | N=3   |        175 | 0.20    |      0.30 |             175 |      12 | 0.10    | 2.0          | ',
      '| treiber | N=3   |        175 | 0.50    |      0.30 |             175 |      12 | 1.00    | 0.50         | ',
      '| ainc    | N=3   |        175 | 6.00    |      0.30 |               - |       - | >120    | <0.050       | ',
      '| mpmc    | N=3   |        175 | >120    |      0.30 |             175 |      12 | 2.00    | >60          | ',
      '| ttas    | N=3   |        175 | >120    |      0.30 |               - |       - | >120    |              | ',
    ]);
    expect(lines.map((line) => line.slice(108))).toEqual([
      'plain: complete | blocked | seconds | drista/plain |',
      '---------------:|--------:|---------|-------------:|',
      '            175 |      12 | 0.40    |         0.50 |',
      '            175 |      12 | 0.13    |          4.0 |',
      '            175 |      12 | 6.00    |          1.0 |',
      '              - |       - | >120    |              |',
      '              - |       - | >120    |              |',
    ]);
  });

  test('comes to a mean for each way, and for the better one', () => {
    expect(peerSummary(all).split('\n')).toEqual([
      'drista/genmc: geometric mean of 2: 1.0; slower in 1; not in time: drista 2, genmc 2',
      'drista/plain: geometric mean of 3: 1.3; slower in 1; not in time: drista 2, plain 2',
      'drista/the better: geometric mean of 3: 2.0; slower in 2; not in time: drista 2, the better 1',
    ]);
    expect(peerSummary(all.slice(4)).split('\n')[0]).toBe('drista/genmc: not in time: drista 1, genmc 1');
  });
});
