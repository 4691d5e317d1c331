/** Blocks of the documentation, run as they are written: a reader copies them. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drista, folder } from '../support/command';
import { top } from '../support/paths';

/** The fenced blocks of a document that are of that language, without the fences. */
function blocks(document: string, language: string): string[] {
  const text = readFileSync(join(top, document), 'utf8');
  return [...text.matchAll(/^```(\S*)\n([^]*?)^```$/gm)]
    .filter(([, of]) => of === language)
    .map(([, , block]) => block);
}

/** A new folder with these files. */
function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(folder, 'documented-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const test1 =
  '// drista: verified\n#include <drista.h>\n#include "one.h"\nint main(void) { drista_assert(ONE == 1); }\n';
const header = '#define ONE 1\n';

test('docs/how-to/build-systems.md: the makefile calls drista for each test, each time', () => {
  const [makefile] = blocks('docs/how-to/build-systems.md', 'make');
  const root = project({ Makefile: makefile, 'a.drista.c': test1, 'one.h': header, FORCE: '' });
  const env = { ...process.env, PATH: `${top}:${process.env.PATH}` };
  const make = (): string => spawnSync('make', [], { cwd: root, encoding: 'utf8', env }).stdout;
  expect(make()).toContain(' ✓ a.drista.c (1 execution, ');
  expect(make()).toContain(' ✓ a.drista.c (1 execution, cached)');
});

test('docs/testing.md: the configuration', () => {
  const [config] = blocks('docs/testing.md', 'json');
  const root = project({
    'drista.config.json': config,
    'checks/a.drista.c': test1,
    'checks/slow/b.drista.c': 'this is excluded',
    'include/one.h': header,
  });
  const done = drista(['test', '--filter', 'a.drista.c'], {}, root);
  expect(done.stdout).toMatch(/^ ✓ checks\/a\.drista\.c \(1 execution, \S+ s\)\n\n1 test: 1 passed/);
});

test('docs/litmus.md: the test and its answer', () => {
  const [session] = blocks('docs/litmus.md', '');
  const [, text, answer] = /^\$ cat sb\.litmus\n([^]*)^\$ drista litmus sb\.litmus\n([^]*)$/m.exec(session)!;
  expect(drista(['litmus', 'sb.litmus'], {}, project({ 'sb.litmus': text }))).toEqual({
    status: 0,
    stderr: '',
    stdout: answer,
  });
});

test('README.md: the report', () => {
  const said = (text: string): string =>
    text
      .replace(/[0-9a-f]{12}\.json/, 'SAVED.json')
      .replace(/\d+\.\d s/, 'TIME s')
      .replace(/\s+/g, ' ')
      .trim();
  const [session] = /(?<=^ {4}\$ drista cc -o mp .*\n {4}\$ drista \.\/mp\n)( {4}.*\n|\n)*/m.exec(
    readFileSync(join(top, 'README.md'), 'utf8'),
  )!;
  const root = project({});
  cpSync(join(top, 'examples'), join(root, 'examples'), { recursive: true });
  expect(drista(['cc', '-o', 'mp', 'examples/message-passing-relaxed.c'], {}, root)).toMatchObject({ status: 0 });
  const done = drista(['./mp'], {}, root);
  expect(done).toMatchObject({ status: 1, stderr: '' });
  expect(said(done.stdout)).toBe(said(session));
});
