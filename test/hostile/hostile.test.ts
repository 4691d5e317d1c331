/**
 * Programs that try to break drista. Each says in its header what is right to say about it (expectation.ts). `npm test`
 * checks each with default options, and a few (`matrix`) with each pair of options; `DRISTA_HOSTILE=all npm run jest --
 * hostile` checks all with all combinations, the long programs too.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { drista, folder } from '../support/command';
import { top } from '../support/paths';
import { dristaStanding } from '../support/standing';
import { exitCodes, expectationOf, type Expectation } from './expectation';

interface Report {
  readonly verdict: string;
  readonly errors: readonly { readonly kind: string; readonly locations: readonly { readonly line: number }[] }[];
}

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

function compile(source: string, program: string, { build, builtWith }: Expectation): void {
  const flags = ['-pthread', '-o', program, source, ...build];
  const cxx = source.endsWith('.cc');
  const done =
    builtWith === 'plain'
      ? spawnSync(cxx ? 'g++' : 'gcc', flags, { cwd: dirname(source), encoding: 'utf8' })
      : drista([cxx ? 'c++' : 'cc', ...flags], {}, dirname(source));
  if (done.status !== 0) throw new Error(done.stderr);
}

/** Whether a process that has checked other programs may check this one: not if limits or an environment are given. */
function standsReady({ options, environment }: Expectation): boolean {
  return (
    !everything &&
    Object.keys(environment).length === 0 &&
    !options.some((option) => ['--memory-limit', '--time-limit', '--run-limit'].includes(option))
  );
}

/** Checks the program in a folder of its own and compares with what its header says. */
function expectAsSaid(program: string, options: readonly string[], e: Expectation): void {
  const at = mkdtempSync(join(tmpdir(), 'drista-hostile-'));
  try {
    const json = join(at, 'report.json');
    const client = e.client === undefined ? [] : ['--client', 'client'];
    if (e.client !== undefined) writeFileSync(join(at, 'client'), e.client);
    const args = [...e.options, ...client, ...options, '--report', `json=${json}`, program, '--', ...e.arguments];
    const done = standsReady(e) ? dristaStanding(args, at) : drista(args, e.environment, at);
    // What cannot be checked has no errors.
    const { verdict, errors = [] } = JSON.parse(readFileSync(json, 'utf8')) as Partial<Report>;
    const output = done.stdout + done.stderr;
    const found = { verdict: done.status === 2 ? 'refused' : verdict, kind: errors[0]?.kind, status: done.status };
    if (found.verdict !== e.verdict || found.kind !== e.kind)
      expect(`${JSON.stringify(found)}\n${output}`).toBe(JSON.stringify(e));
    expect(done.status).toBe(exitCodes[e.verdict]);
    if (e.line !== undefined) expect(errors[0].locations.map(({ line }) => line)).toContain(e.line);
    for (const text of e.says) expect(output).toContain(text);
    for (const text of e.neverSays) expect(output).not.toContain(text);
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

describe.each(programs)('%s', (name) => {
  const source = join(sources, name);
  const e = expectationOf(readFileSync(source, 'utf8'));
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
