/** Every example has the verdict that it says at its top, and runs by itself (a test of `drista test` as well). */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../../src/compiler/compilers';
import { includeFolder } from '../../src/base/paths';
import { readHeader, type TestHeader } from '../../src/testing/test-header';
import { folder, drista } from '../support/command';
import { compilePlainly, describeSanitized } from '../support/sanitized';
import { top } from '../support/paths';
import { dristaStanding } from '../support/standing';

const examples = readdirSync(join(top, 'examples'))
  .filter((name) => name.endsWith('.c'))
  .map((name) => name.slice(0, -2));
const strict = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-pthread'];

function header(name: string): TestHeader {
  const read = readHeader(readFileSync(source(name), 'utf8'), name);
  expect(read.checks.length).toBeGreaterThan(0);
  return read;
}

function source(name: string): string {
  return join(top, 'examples', `${name}.c`);
}

test('there are examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(20);
});

/** What is said does not depend on the compiler, so a part is enough for others than the first. */
const some = examples.filter((_, i) => i % 3 === 0);

describe.each([
  ['clang', examples],
  ['gcc', some],
] as const)('%s', (compiler, tested) => {
  if (findCommand(compiler) === undefined) return;
  /** By the names of checks. */
  let results: Map<string, object>;

  beforeAll(() => {
    const copy = join(folder, compiler);
    cpSync(join(top, 'examples'), copy, { recursive: true });
    const files = tested.map((name) => `${name}.c`);
    const done = drista(
      ['test', '--report', 'json=-', '--jobs', '1', ...files],
      { DRISTA_CC: compiler },
      copy,
      280_000,
    );
    const { tests } = JSON.parse(done.stdout) as { tests: { name: string; status: string; reason?: string }[] };
    results = new Map(tests.map(({ name, status, reason }) => [name, { status, reason }]));
  }, 300_000);

  test.each(tested)('%s', (name) => {
    const { checks } = header(name);
    for (const { options } of checks) {
      const title = [`${name}.c`, ...(checks.length > 1 ? options : [])].join(' ');
      expect(results.get(title)).toEqual({ status: 'passed' });
    }
  });
});

describeSanitized((compiler, flags) => {
  test.each(some)('%s', (name) => {
    const program = join(folder, `${name}-${compiler}-sanitized`);
    compilePlainly(compiler, [
      compiler === 'gcc' ? '-O1' : '-O0',
      ...strict,
      '-idirafter',
      includeFolder(),
      '-o',
      program,
      source(name),
      ...flags,
    ]);
    for (const { options, verdict, errors } of header(name).checks) {
      const report = JSON.parse(dristaStanding([...options, '--report', 'json=-', program]).stdout) as {
        verdict: string;
        errors: { kind: string }[];
      };
      expect([report.verdict, report.errors[0]?.kind]).toEqual([verdict, errors[0]?.kind]);
    }
  });
});

test.each(examples)('%s runs without drista', (name) => {
  const program = join(folder, `${name}-plain`);
  expect(spawnSync('gcc', [...strict, '-O1', '-o', program, source(name)], { encoding: 'utf8' }).stderr).toBe('');
  // What it does may be wrong; philosophers may wait for ever, though hardly ever do.
  const ran = spawnSync(program, { cwd: folder, timeout: 10_000 });
  if (header(name).checks[0].verdict === 'verified') expect(ran.status).toBe(0);
});
