/** The manual page: it has what `--help` has, and the tools that show such pages find nothing wrong with it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf } from '../../src/cli/command';
import { commands } from '../../src/cli/commands';
import { manPage } from '../../src/cli/man-page';
import { drista, folder } from '../support/command';

const page = manPage(commands());
const file = join(folder, 'drista.1');
writeFileSync(file, page);

const has = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** Words alone, since lines are broken elsewhere. */
const words = (text: string): string => text.replace(/\s+/g, ' ');

/** The page as text on lines of any length, without hyphenation. */
const shown = words(
  page
    .replace(/^\.br$/gm, '')
    .replace(/\\f[BIR]|\\&/g, '')
    .replace(/\\-/g, '-')
    .replace(/\\e/g, '\\'),
);

test.each(
  commands()
    .filter(({ help }) => help !== undefined)
    .map(({ name }) => name),
)('what `drista %s --help` says', (name) => {
  const help = drista([...(name === '' ? [] : [name]), '--help']).stdout;
  const [usage, ...rest] = help.split('\n\n');
  const [first] = usage.split('\n');
  expect(shown).toContain(`.B drista ${first.replace(/^drista /, '')}`);
  const command = commands().find((each) => each.name === name)!;
  const begin = shown.indexOf(name === '' ? '.SH OPTIONS' : `.SH "DRISTA ${name.toUpperCase()}"`);
  const section = shown.slice(begin, shown.indexOf('.SH', begin + 1));
  for (const [option] of optionsOf(command)) expect(section).toContain(`--${option}`);
  const described = rest.slice(0, -1).flatMap((paragraph) => paragraph.split(/\n(?= {2,6}-)/).slice(1));
  for (const text of described) {
    const meaning = words(text.replace(/^ *(-\w, )?--\S+( (?! )\S+)?/, '')).trim();
    expect(section).toContain(meaning);
  }
});

test('compilers, as `drista cc --drista-help` has them', () => {
  const help = drista(['cc', '--drista-help']).stdout;
  const options = [...help.matchAll(/^ {2}(--drista-[a-z]+)/gm)].map(([, name]) => name);
  expect(options).toEqual(['--drista-compiler', '--drista-help']);
  for (const name of [...options, '--drista-print', '--drista-list']) expect(shown).toContain(name);
});

test('exit codes', () => {
  for (const code of ['.B 0 verified', '.B 1 an error was found', '.B 2 wrong use', '.B 3 inconclusive'])
    expect(shown).toContain(code);
});

(has('man', '--version') ? test : test.skip)('man has no warnings', () => {
  const done = spawnSync('man', ['--warnings', '-l', file], {
    encoding: 'utf8',
    env: { ...process.env, MANWIDTH: '80' },
  });
  expect(done).toMatchObject({ status: 0, stderr: '' });
  expect(done.stdout).toMatch(/^NAME\n {7}drista - check every execution/m);
});

(has('groff', '--version') ? test : test.skip)('groff has no warnings', () => {
  const done = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-z', file], { encoding: 'utf8' });
  expect(done).toMatchObject({ status: 0, stderr: '' });
});
