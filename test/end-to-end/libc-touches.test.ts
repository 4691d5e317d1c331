/** Functions of libc announce what they read and write, no more and no less (test/runtime/libc-touches.c). */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explore } from '../../src/explore/explorer';
import type { ProcessProgram } from '../../src/program/process-program';
import type { Value } from '../../src/program/label';
import { Symbols } from '../../src/debug-info/symbols';
import { build, buildText, check, withProgram } from '../support/compiled';

const options = { model: 'rc11', equivalence: 'rf', timeLimitSeconds: 60 } as const;
const source = join(__dirname, '..', '..', '..', 'test', 'runtime', 'libc-touches.c');
const lines = readFileSync(source, 'utf8')
  .split('\n')
  .flatMap((line, index) => (line.startsWith('CASE(') ? [`${index + 1}`] : []));

const builds = [
  ['clang', ['-O0']],
  ['clang, optimised', ['-O2', '-D_FORTIFY_SOURCE=2']],
  ['gcc, optimised', ['--drista-compiler=gcc', '-O2', '-D_FORTIFY_SOURCE=2', '-fno-ipa-icf']],
] as const;
const program = (...flags: string[]) => build([source], ['-w', '-D_GNU_SOURCE', ...flags, '-lm']);

function output(path: string): string {
  const done = spawnSync(path, { encoding: 'utf8' });
  expect([done.status, done.stderr]).toEqual([0, '']);
  return done.stdout;
}

/** Where the events of the race are called from, in the run with this argument. */
function callsOfRace(path: string, argument: string): Value[] {
  const found = (program: ProcessProgram) => {
    const [error] = explore(program, options).errors;
    if (error?.kind !== 'data-race') return [];
    return error.involved.map(({ label }) => program.stack(label.site)[0]);
  };
  return withProgram(path, found, {}, [argument]);
}

describe.each(builds)('%s', (_, flags) => {
  test('the values are those of libc', () => {
    const plain = buildText('', ['-c']);
    const done = spawnSync('gcc', ['-w', '-D_GNU_SOURCE', source, '-o', `${plain}-plain`, '-lm', '-lpthread']);
    expect(done.status).toBe(0);
    const path = program(...flags);
    expect(output(path)).toBe(output(`${plain}-plain`));
  });

  test('nothing beside is touched', () => {
    expect(check(program('-DBESIDE', ...flags), options)).toMatchObject({ executions: 1, errors: [] });
  });

  test('what is touched races, at the line of the call', () => {
    const path = program('-DRACES', ...flags);
    const calls = lines.map((line) => callsOfRace(path, line));
    const symbols = withProgram(path, ({ runner }) => new Symbols(runner.modules));
    symbols.load(calls.flat());
    const isAt = (pc: Value, line: string) => symbols.places(pc).some((place) => `${place.line}` === line);
    const missed = lines.filter((line, i) => !calls[i].some((pc) => isAt(pc, line)));
    expect(missed).toEqual([]);
  });
});
