/**
 * Each misuse of each synchronisation object: a tiny program, and what drista says of it, with the place in the source.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../../../src/compiler/compilers';
import { drista, folder } from '../../support/command';
import { top } from '../../support/paths';
import { dristaStanding } from '../../support/standing';

interface Report {
  readonly verdict: string;
  readonly notes: readonly string[];
  readonly errors: readonly {
    readonly message: string;
    readonly locations: readonly { readonly line: number; readonly function: string }[];
  }[];
}

const sources = join(top, 'test', 'end-to-end', 'misuse');

/** The programs of a file, by name, with the lines of the comment above each. */
function programs(text: string): [string, string[]][] {
  return [...text.matchAll(/^\/\*((?:(?!\*\/)[^])*)\*\/\nCASE\((\w+)\)/gm)].map(([, comment, name]) => [
    name,
    comment
      .split('\n')
      .map((line) => line.replace(/^ \* /, '').trim())
      .filter((line) => line !== ''),
  ]);
}

for (const file of ['locks', 'waits', 'threads']) {
  const text = readFileSync(join(sources, `${file}.c`), 'utf8');
  const lines = text.split('\n');
  const all = programs(text);
  describe.each(['clang', 'gcc'].filter((c) => findCommand(c) !== undefined))(`${file}, %s`, (compiler) => {
    const program = join(folder, `${file}-${compiler}`);

    beforeAll(() => {
      const calls = all.map(([name]) => `IF(${name});`).join(' ');
      const flags = [
        `--drista-compiler=${compiler}`,
        '-Wall',
        '-Wextra',
        '-Wno-unused-variable',
        '-Wno-unused-but-set-variable',
        `-DALL=${calls}`,
      ];
      expect(drista(['cc', ...flags, join(sources, `${file}.c`), '-o', program])).toEqual({
        status: 0,
        stdout: '',
        stderr: '',
      });
    });

    // What is said does not depend on the compiler: a part is enough for the second.
    const some = all.filter((_, i) => compiler === 'clang' || i % 3 === 0);
    test.each(some)('%s', (name, expected) => {
      const done = dristaStanding(['--keep-going', '--report', 'json=-', program, '--', name]);
      const report = JSON.parse(done.stdout) as Report;
      const said = report.errors.map(({ message, locations }) => {
        const where = [...new Set(locations.map((l) => l.function))].join(' and ');
        return where === name ? message : `${message}: in ${where}`;
      });
      const notes = report.notes.filter(
        (note) =>
          !note.includes('no thread') &&
          !note.includes('with a mutex locked') &&
          !note.includes('has a static initialiser') &&
          !note.includes('waits for ever when the program ends'),
      );
      expect(
        [...(report.verdict === 'verified' ? ['verified'] : said), ...notes.map((note) => `note: ${note}`)].sort(),
      ).toEqual([...expected].sort());
      for (const { line } of report.errors.flatMap((e) => e.locations)) expect(lines[line - 1]).toMatch(/\bWRONG$/);
    });
  });
}

test('there are programs', () => {
  expect(programs(readFileSync(join(sources, 'locks.c'), 'utf8')).length).toBeGreaterThan(30);
});
