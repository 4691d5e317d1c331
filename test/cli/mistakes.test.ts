/** Mistakes on the command line that have an answer of their own, and files that a check leaves or removes. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, hasPass } from '../support/compiled';
import { drista, expectRefusal, folder } from '../support/command';
import { top } from '../support/paths';
import { modelNames } from '../../src/model/names';

const program = build([join(top, 'examples', 'store-buffering-seq-cst.c')]);
const wrong = build([join(top, 'examples', 'message-passing-relaxed.c')]);

test('a word that is no command', () => {
  expectRefusal(
    drista(['compile', 'x.c']),
    /'compile' is neither a command nor a program that exists: see `drista --help`/,
  );
  expectRefusal(drista(['tset']), /'tset' is neither .* that exists \(did you mean drista test\?\): see/);
  expectRefusal(drista(['reply', 'x.json']), /\(did you mean drista replay\?\)/);
  expectRefusal(drista([program, 'x']), /unexpected argument 'x'/);
});

test.each(['save', 'checkpoint'])('--%s that takes the program for its file', (option) => {
  expectRefusal(
    drista([`--${option}`, program]),
    new RegExp(`no program is given \\(--${option} needs a FILE, and took '.*'\\)`),
  );
});

test.each([
  [['test', '--report', 'html=x'], /--report knows json, junit, sarif, gcc, tap, not 'html': see `drista test --help`/],
  [['test', '--fliter', 'x'], /unknown option --fliter \(did you mean --filter\?\): see `drista test --help`/],
  [['test', '--jobs', '0'], /--jobs needs a whole number from 1 to 64, not '0': see `drista test --help`/],
  [['outcomes', '--jobs', '2', program], /unknown option --jobs: see `drista outcomes --help`/],
  [['outcomes', '--model', 'alpha', program], /--model knows .*, not 'alpha': see `drista outcomes --help`/],
  [['litmus', '--equivalence', 'rf', 'x'], /unknown option --equivalence: see `drista litmus --help`/],
  [['replay', '--verbos', 'x'], /unknown option --verbos \(did you mean --verbose\?\): see `drista replay --help`/],
  [['--modle', 'sc', program], /unknown option --modle \(did you mean --model\?\): see `drista --help`/],
])('options that a command does not have: %j', (args, said) => {
  expectRefusal(drista(args), said);
});

test.each([
  [['--spurious-wakeups=1', program], "--spurious-wakeups takes no value, and has '1': see `drista --help`"],
  [['--quiet=no', program], "--quiet takes no value, and has 'no': see `drista --help`"],
  [['-q=1', program], "-q takes no value, and has '1': see `drista --help`"],
  [['-q1', program], "-q takes no value, and has '1': see `drista --help`"],
  [['--help=1'], "--help takes no value, and has '1': see `drista --help`"],
  [['--check-exit-code=no', program], "--check-exit-code takes no value, and has 'no': see `drista --help`"],
  [
    ['--report', 'json=', program],
    '--report json needs a file: json=FILE, or json=- for the terminal (see `drista --help`)',
  ],
  [
    ['--report', 'json=a', '--report', 'json=b', program],
    '--report json is given twice: leave one of them out (see `drista --help`)',
  ],
])('a value that would say nothing: %j', (args, said) => {
  expect(drista(args)).toEqual({ status: 2, stdout: '', stderr: `drista: ${said}\n` });
});

test('help says what options take', () => {
  const help = drista(['--help']).stdout.replace(/\s+/g, ' ');
  for (const text of [
    '-j, --jobs N explore',
    '--time-limit TIME stop after',
    '--report FORM=FILE write what was found',
    `--model ${modelNames.join('|')} `,
    '--strategy NAME what to explore, some executions at random where all of them are too many: all executions ' +
      '(partition), samples by the following, in turns (portfolio), random steps (random), random priorities of ' +
      'threads (pct)',
  ])
    expect(help).toContain(text);
});

test('short options', () => {
  expect(drista(['-j2', '-q', program])).toEqual(expect.objectContaining({ status: 0, stderr: '' }));
  expectRefusal(drista(['-j', program]), /--jobs needs a whole number from 1 to 64, not '/);
  expectRefusal(drista(['-j']), /-j needs a value/);
  expectRefusal(
    drista(['-j', '2', '--strategy', 'odpor', '--model', 'sc', program]),
    /--jobs is not supported with --strategy odpor/,
  );
  for (const [short, long] of [
    ['-V', '--version'],
    ['-h', '--help'],
  ])
    for (const command of [[], ['replay'], ['doctor']])
      expect(drista([...command, short])).toEqual(drista([...command, long]));
  // The program's own.
  expect(drista(['-q', program, '--', '-h', '--version']).stdout).toMatch(/^verified/);
});

test('--report json into a folder that does not exist makes none', () => {
  expectRefusal(
    drista(['--report', 'json=none/deep/x.json', program]),
    /none\/deep\/x\.json cannot be written \(its folder does not exist\)/,
  );
  expect(existsSync(join(folder, 'none'))).toBe(false);
  expect(drista(['--report', 'json=drista-out/x.json', program]).status).toBe(0);
  expect(readdirSync(join(folder, 'drista-out'))).toContain('x.json');
});

test('replay of a program that is not there names --program', () => {
  expect(drista(['--save', 'saved.json', wrong]).status).toBe(1);
  writeFileSync(
    join(folder, 'edited.json'),
    readFileSync(join(folder, 'saved.json'), 'utf8').replaceAll(wrong, './not-here'),
  );
  expectRefusal(
    drista(['replay', 'edited.json']),
    /\.\/not-here, whose execution edited\.json holds, does not exist: .*--program/,
  );
  expect(drista(['replay', '--program', wrong, 'edited.json']).status).toBe(1);
});

describe('the file of a check that goes on', () => {
  const left = (name: string): string => {
    expect(drista(['--max-executions', '1', '--checkpoint', name, program]).status).toBe(3);
    return join(folder, name);
  };

  test('is removed when the check is complete', () => {
    const file = left('complete.resume');
    expect(drista(['--resume', file]).status).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  test('stays while something is left', () => {
    const file = left('part.resume');
    expect(drista(['--resume', file, '--max-executions', '2']).status).toBe(3);
    expect(existsSync(file)).toBe(true);
  });
});

const withPass = hasPass ? test : test.skip;

withPass('a program with an object file of another version of drista', () => {
  const [source, object, version, program] = ['old.c', 'old.o', 'version', 'old'].map((name) => join(folder, name));
  writeFileSync(source, 'int main(void) { return 0; }\n');
  expect(drista(['cc', '-c', '-o', object, source]).status).toBe(0);
  writeFileSync(version, '\u0001');
  spawnSync('objcopy', ['--update-section', `drista_pass=${version}`, object]);
  expect(drista(['cc', '-o', program, object]).status).toBe(0);
  expectRefusal(drista([program]), /old has object files that another version of drista compiled/);
});
