/**
 * The programs of `npm run bench`: they compile, some of them have the executions that they must have, and the bench
 * says so when not.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, scaleName } from '../../bench/build';
import { litmus, nothing, rows, type Expected } from '../../bench/programs/rows';
import { compilerCommand } from '../../src/compiler/compile';
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import type { ModelName } from '../../src/model/names';
import { readHeader } from '../../src/testing/test-header';
import { drista, folder } from '../support/command';
import { check, hasPass } from '../support/compiled';
import { top } from '../support/paths';

const source = (file: string): string => join(top, 'bench', 'programs', `${file}.c`);

test('each program is measured', () => {
  const files = readdirSync(join(top, 'bench', 'programs'))
    .filter((file) => file.endsWith('.c'))
    .sort();
  expect([...new Set([nothing, litmus, ...rows].map(({ file }) => `${file}.c`))].sort()).toEqual(files);
});

test.each([nothing, litmus, ...rows].map((row) => [row.name, row] as const))(
  '%s compiles without a warning',
  (_, { file, flags, scales }) => {
    const words = Object.entries(scales[0].defines).map(([name, value]) => `-D${name}=${value}`);
    const done = spawnSync(
      compilerCommand('c', []).compiler.path,
      ['-std=c11', '-fsyntax-only', '-Wall', '-Wextra', '-Werror', ...flags, ...words, source(file)],
      { encoding: 'utf8' },
    );
    expect([done.stderr, done.status]).toEqual(['', 0]);
  },
);

// Those that differ most, each at its smallest scale, under every model and equivalence for which the number is known.
const withPass = hasPass ? ['treiber', 'barrier'] : [];
test.each(['nw3r', 'fib', 'fib-sc', 'ainc', 'ainc-told', ...withPass, 'mutex', 'redundant_co'])(
  '%s has the executions that it must have',
  (name) => {
    const row = rows.find((each) => each.name === name)!;
    const [scale] = row.scales;
    const program = build(row, scale);
    const found = (Object.keys(scale.expected) as (keyof Expected)[]).map((key) => {
      const [model, equivalence] = key.split(' ') as [ModelName, EquivalenceName];
      return [key, check(program, { model, equivalence }).executions];
    });
    expect(found.length).toBeGreaterThan(0);
    expect(Object.fromEntries(found)).toEqual(scale.expected);
  },
);

/** The first row of each file: it has the scale that the file's header states. */
const firstRows = [nothing, litmus, ...rows].filter(
  (row, i, all) => all.findIndex(({ file }) => file === row.file) === i,
);

test.each(firstRows.map((row) => [row.file, row] as const))('%s is a test of its smallest scale', (file, row) => {
  const { checks, build: words } = readHeader(readFileSync(source(file), 'utf8'), file);
  expect(checks).toMatchObject([{ options: row.options, verdict: 'verified', errors: [] }]);
  const defines = Object.entries(row.scales[0].defines).map(([name, value]) => `-D${name}=${value}`);
  expect(words).toEqual([...row.flags, ...defines]);
});

test('drista test finds the executions that there must be', () => {
  const names = ['ainc', ...(hasPass ? ['barrier'] : []), 'mutex', 'ninc', 'nothing'];
  const copy = join(folder, 'bench');
  cpSync(join(top, 'bench'), copy, { recursive: true });
  const done = drista(['test', '--report', 'json=-', ...names.map((name) => `programs/${name}.c`)], {}, copy);
  const { tests } = JSON.parse(done.stdout) as {
    tests: { name: string; status: string; found?: { executions: number } }[];
  };
  expect(tests.map(({ name, status }) => [name, status])).toEqual(
    names.map((name) => [`programs/${name}.c`, 'passed']),
  );
  for (const [i, name] of names.entries()) {
    const [scale] = firstRows.find((row) => row.file === name)!.scales;
    expect([name, tests[i].found?.executions]).toEqual([name, scale.expected['rc11 observational']]);
  }
});

test('a bench, and one that is compared with a count that has changed', () => {
  const run = (...args: string[]): ReturnType<typeof spawnSync> =>
    spawnSync(
      process.execPath,
      [join(top, 'dist', 'bench', 'bench.js'), 'singleton', '--quick', '--repeats', '1', ...args],
      { encoding: 'utf8', timeout: 60_000 },
    );
  const json = join(folder, 'bench.json');
  const first = run('--json', json);
  expect([first.stderr, first.status]).toEqual(['bench: singleton N=4\n', 0]);
  expect(first.stdout).toMatch(
    /^rc11, observational; median of 1; [\s\S]*\n\| singleton \| N=4 +\| +2 \| +0 \| +11 \| +3 \|/,
  );
  const saved = JSON.parse(readFileSync(json, 'utf8')) as {
    results: { counts: { executions: number }; samples: unknown[] }[];
  };
  expect(saved).toMatchObject({
    version: 1,
    model: 'rc11',
    equivalence: 'observational',
    repeats: 1,
    machine: { node: process.version },
    results: [
      {
        program: 'singleton',
        scale: 'N=4',
        expected: 2,
        counts: { verdict: 'verified', executions: 2, deadEnds: 0, runs: 3 },
      },
    ],
  });
  expect(saved.results[0].samples).toHaveLength(1);
  saved.results[0].counts.executions = 3;
  writeFileSync(json, JSON.stringify(saved));
  const second = run('--compare', json);
  expect([second.stderr, second.status]).toEqual([
    'bench: singleton N=4\nbench: singleton N=4 rc11 observational: 2 executions, 3 before\n',
    1,
  ]);
});

test('a name that no program has', () => {
  const done = spawnSync(process.execPath, [join(top, 'dist', 'bench', 'bench.js'), 'fibonacci'], { encoding: 'utf8' });
  expect(done.stderr).toMatch(/^bench: no program is called fibonacci: take some of nw1r, [^\n]*\n$/);
  expect(done.status).toBe(2);
});

test('scales are named as they are defined', () => {
  expect(rows.find(({ name }) => name === 'mutex')!.scales.map(scaleName)).toEqual(['N=2 M=2', 'N=2 M=4', 'N=3 M=3']);
});
