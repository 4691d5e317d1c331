/**
 * Programs that try to break drista. Each says in its header what is right to say about it (expectation.ts). `npm test`
 * checks each with default options, and a few (`matrix`) with each pair of options; `DRISTA_HOSTILE=all npm run jest --
 * hostile` checks all with all combinations, the long programs too.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Exit } from '../../src/base/exit';
import { compare } from '../../src/testing/comparison';
import { resultOf } from '../../src/testing/test-check';
import type { ExpectedVerdict } from '../../src/testing/test-header';
import { drista, folder } from '../support/command';
import { top } from '../support/paths';
import { dristaStanding } from '../support/standing';
import { expectationOf, type Expectation } from './expectation';

const exitCodes: Readonly<Record<ExpectedVerdict, number>> = {
  verified: Exit.Verified,
  error: Exit.Error,
  refused: Exit.Failure,
  inconclusive: Exit.Inconclusive,
};

const sources = join(top, 'test', 'hostile');
const everything = process.env.DRISTA_HOSTILE === 'all';

const programs = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(c|cc)$/.test(name) && !name.includes('helper'))
  .sort();

const combinations = ['observational', 'rf', 'co'].flatMap((equivalence) =>
  ['process', 'rollback'].flatMap((isolation) =>
    ['1', '2'].map((jobs) => ['--equivalence', equivalence, '--tune', `isolation=${isolation}`, '--jobs', jobs]),
  ),
);

/** Each two values of different options are in one of these combinations. */
const pairs = combinations.filter((_, i) => [0, 3, 5, 6, 8, 11].includes(i));

/** The combinations of options, beside the default ones, for a program: errors are shown as they were found. */
function combinationsFor({ once, matrix }: Expectation): string[][] {
  if (once || !(everything || matrix)) return [];
  return (everything ? combinations : pairs).map((options) => [...options, '--tune', 'minimise=off']);
}

function compile(source: string, program: string, { build, plain }: Expectation): void {
  const flags = ['-pthread', '-o', program, source, ...build];
  const cxx = source.endsWith('.cc');
  const done = plain
    ? spawnSync(cxx ? 'g++' : 'gcc', flags, { cwd: dirname(source), encoding: 'utf8' })
    : drista([cxx ? 'c++' : 'cc', ...flags], {}, dirname(source));
  if (done.status !== 0) throw new Error(done.stderr);
}

/** Whether a process that has checked other programs may check this one: not if limits or an environment are given. */
function standsReady({ environment, timeLimit }: Expectation, options: readonly string[]): boolean {
  return (
    !everything &&
    Object.keys(environment).length === 0 &&
    timeLimit === undefined &&
    !options.some((option) => ['--memory-limit', '--run-limit'].includes(option))
  );
}

/** Checks the program in a folder of its own and compares with what its header says. */
function expectAsSaid(program: string, options: readonly string[], e: Expectation): void {
  const at = mkdtempSync(join(tmpdir(), 'drista-hostile-'));
  try {
    const json = join(at, 'report.json');
    const client = e.client === undefined ? [] : ['--client', 'client'];
    if (e.client !== undefined) writeFileSync(join(at, 'client'), e.client);
    const limit = e.timeLimit === undefined ? [] : ['--time-limit', String(e.timeLimit)];
    for (const check of e.checks) {
      const all = [...check.options, ...limit, ...client, ...options];
      const args = [...all, '--report', `json=${json}`, program, '--', ...e.arguments];
      const done = standsReady(e, all) ? dristaStanding(args, at) : drista(args, e.environment, at);
      const { reason } = compare(check, resultOf(done, json), e);
      if (reason !== '') throw new Error(`${reason}\n${done.stdout}${done.stderr}`);
      expect(done.status).toBe(exitCodes[check.verdict]);
    }
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

describe.each(programs)('%s', (name) => {
  const source = join(sources, name);
  const e = expectationOf(readFileSync(source, 'utf8'), name);
  if (e.long && !everything) {
    test.skip('takes long: DRISTA_HOSTILE=all npm run jest -- hostile', () => undefined);
    return;
  }
  const program = join(folder, name.replace(/\W/g, '-'));
  beforeAll(() => {
    compile(source, program, e);
  });

  test.each([[], ...combinationsFor(e)].map((options) => [options.join(' ') || 'default options', options] as const))(
    '%s',
    (_, options) => {
      expectAsSaid(program, options, e);
    },
  );
});

test('there are hostile programs', () => {
  expect(programs.length).toBeGreaterThan(0);
});
