/** Symbolic inputs, also from outside the program, where one program and one run of drista do not say enough. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectRefusal, folder } from '../support/command';
import { top } from '../support/paths';

const program = join(folder, 'all-inputs');
const source = join(folder, 'all-inputs.c');
/** --symbolic follows from how the program was built. */
const options = ['--symbolic=stdin:1', '--symbolic=file:in/put=2', '--symbolic=arg:2'];

beforeAll(() => {
  mkdirSync(join(folder, 'in'));
  symlinkSync('in', join(folder, 'link'));
  writeFileSync(
    source,
    `#include <drista.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **argument)
{
	int x;
	drista_symbolic(&x, sizeof x, "x");
	FILE *file = fopen("in/put", "r");
	if (count != 3 || !file)
		return 1;
	int a = fgetc(file), b = getchar();
	if (a == 'a' && b == '\\n' && x == 77 && strcmp(argument[2], "\\"'") == 0)
		abort();
	return 0;
}
`,
  );
  const done = drista(['cc', '--symbolic', '-g', '-o', program, source]);
  expect(done.stderr).toBe('');
});

test('an option that does not go with inputs keeps a check from following them', () => {
  expectRefusal(drista(['--jobs', '2', program]), /drista_symbolic without --symbolic/);
  expectRefusal(
    drista(['--symbolic', '--jobs', '2', program]),
    /explores with one worker on this machine: leave --jobs/,
  );
  expectRefusal(drista(['--on', 'redis://127.0.0.1:1', program]), /cannot be reached \(ECONNREFUSED\)/);
});

test('a saved execution has its input, and --write-tests says how to run it without drista', () => {
  const done = drista([...options, '--save', 'saved/', '--write-tests', 'tests', '-q', program, '--', 'given*']);
  expect(done.stdout).toContain(
    'the input: unsigned char stdin[] = { 0x0a }; unsigned char in_put[] = { 0x61, 0x00 }; ' +
      'unsigned char argv_2[] = { 0x22, 0x27 }; unsigned char x[] = { 0x4d, 0x00, 0x00, 0x00 };',
  );
  expect(done.status).toBe(1);
  const [saved] = readdirSync(join(folder, 'saved'));
  expect(drista(['replay', join('saved', saved)]).status).toBe(1);
  const inGdb = drista(['replay', '--gdb', join('saved', saved), '--', '-batch', '-ex', 'print argument[1]']);
  expect(inGdb.stdout).toMatch(/in main \(count=3, [^)]*\)[^]*abort\(\);\n\$1 = 0x\w+ "given\*"\n/);

  const names = readdirSync(join(folder, 'tests'));
  const last = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .at(-1)!
    .replace('.json', '');
  expect(names.filter((name) => name.startsWith(last)).sort()).toEqual(
    ['c', 'file1', 'json', 'stdin'].map((end) => `${last}.${end}`),
  );
  const test = JSON.parse(readFileSync(join(folder, 'tests', `${last}.json`), 'utf8')) as { run: string };
  expect(test).toEqual({
    objects: [
      { name: 'stdin', from: 'stdin', bytes: '0a' },
      { name: 'in/put', from: 'file', bytes: '6100' },
      { name: 'argv_2', from: 'argument', bytes: '2227' },
      { name: 'x', bytes: '4d000000' },
    ],
    errors: ['abort was called'],
    run: `cp tests/${last}.file1 in/put && ${program} 'given*' $'"\\047' < tests/${last}.stdin`,
  });
  const include = join(top, 'runtime', 'include');
  const compiled = spawnSync('gcc', ['-I', include, '-o', program, source, join('tests', `${last}.c`)], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(compiled.stderr).toBe('');
  expect(spawnSync('bash', ['-c', `${test.run}; exit $?`], { cwd: folder }).status).toBe(134);
});

test('a matcher of regular expressions of three bytes has errors at two places', () => {
  const matcher = join(top, 'test', 'hostile', 'symbolic', 'regexp.c');
  const lines = readFileSync(matcher, 'utf8').split('\n');
  const places = ['// and here', '// here'].map((mark) => lines.findIndex((line) => line.endsWith(mark)) + 1);
  const built = join(folder, 'regexp');
  expect(drista(['cc', '--symbolic', '-DSIZE=3', '-g', '-o', built, matcher]).stderr).toBe('');
  const done = drista(['--symbolic', '--keep-going', '--report', 'json=regexp.json', built]);
  const report = JSON.parse(readFileSync(join(folder, 'regexp.json'), 'utf8')) as {
    errors: { kind: string; locations: { line: number }[] }[];
  };
  expect(new Set(report.errors.map(({ kind }) => kind))).toEqual(new Set(['memory']));
  expect([...new Set(report.errors.map(({ locations: [{ line }] }) => line))].sort((a, b) => a - b)).toEqual(places);
  expect(done.stdout).toContain('explored with 62 inputs');
  const saved = [...done.stdout.matchAll(/^See it again: drista replay (.*)/gm)].map(([, file]) => file);
  expect(new Set(saved).size).toBe(report.errors.length);
  expect(done.status).toBe(1);
});

test.each([
  [
    ['--symbolic=stdin:1', '/bin/true'],
    /a symbolic input from outside in a program that `drista cc --symbolic` did not/,
  ],
  [['--symbolic', '--symbolic=stdin:0'], /--symbolic=stdin needs a whole number from 1 to 4096, not '0'/],
  [['--symbolic', '--symbolic=stdin:4097'], /--symbolic=stdin needs a whole number from 1 to 4096, not '4097'/],
  [['--symbolic', '--symbolic=file:a'], /--symbolic=file needs NAME=N/],
  [['--symbolic', '--symbolic=file:=4'], /--symbolic=file needs NAME=N/],
  [['--symbolic', '--symbolic=file:a=0'], /--symbolic=file:a=0: the number of bytes must be a whole number/],
  [['--symbolic', '--symbolic=file:a=1', '--symbolic=file:a=2'], /--symbolic=file names a twice/],
  [['--symbolic', '--symbolic=file:a=1', '--symbolic=file:./a=2'], /--symbolic=file names \.\/a twice/],
  [['--symbolic', '--symbolic=file:in/a=1', '--symbolic=file:link/a=1'], /--symbolic=file names link\/a twice/],
  [['--symbolic', '--symbolic=stdin:1', '--symbolic=stdin:2'], /--symbolic=stdin is given twice/],
  [['--symbolic', '--symbolic=client:1', '--symbolic=client:1'], /--symbolic=client is given twice/],
  [['--symbolic', '--symbolic=arg:x'], /--symbolic=arg:x: the number of bytes must be a whole number/],
])('%s is refused', (given, saying) => {
  expectRefusal(drista([...given, ...(given.includes('/bin/true') ? [] : [program])]), saying);
});

/** A locale like C.utf8, in which the character 0xe4 is a letter. */
function makeLocale(name: string): void {
  const table = Buffer.alloc(6); // of classes, from '@' to 'B'
  [0xc004, 0xd508, 0xd508].forEach((classes, i) => table.writeUInt16LE(classes, 2 * i));
  const bytes = readFileSync('/usr/lib/locale/C.utf8/LC_CTYPE');
  const at = bytes.indexOf(table);
  expect(at).toBeGreaterThan(0);
  bytes.writeUInt16LE(0xc608, at + 2 * (0xe4 - '@'.charCodeAt(0)));
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'LC_CTYPE'), bytes);
}

(existsSync('/usr/lib/locale/C.utf8/LC_CTYPE') ? test : test.skip)(
  'a locale in which other characters are letters makes a check inconclusive',
  () => {
    const built = join(folder, 'locale');
    const text = (before: string, name: string): string =>
      `#include <assert.h>
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
${before} int main(void)
{
	assert(setlocale(LC_CTYPE, "${name}"));
	return isalpha(getchar()) && 0;
}
`;
    const check = (before: string, name: string): ReturnType<typeof drista> => {
      writeFileSync(`${built}.c`, text(before, name));
      expect(drista(['cc', '--symbolic', '-g', '-o', built, `${built}.c`]).stderr).toBe('');
      return drista(['--symbolic', '--symbolic=stdin:1', '--env', `LOCPATH=${folder}`, built]);
    };
    makeLocale('other');
    const done = check('', 'other');
    expect(done.stdout).toMatch(
      /what setlocale, to another locale than "C", does with symbolic inputs at locale\.c:7 cannot be followed/,
    );
    expect(done.status).toBe(3);
    const before = check('__attribute__((constructor)) void begin(void) { setlocale(LC_CTYPE, "other"); }', 'C');
    expect(before.stdout).toMatch(/what main, in another locale than "C", does with symbolic inputs at locale\.c:6/);
    expect(before.status).toBe(3);
    expect(check('', '').status).toBe(0);
    expect(check('', 'C.UTF-8').status).toBe(0);
  },
);
