/** DRISTA_OPTIONS: options of all commands in one variable. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsFor } from '../../src/cli/environment-options';
import { commands } from '../../src/cli/commands';
import { build } from '../support/compiled';
import { drista, expectRefusal, folder } from '../support/command';
import { top } from '../support/paths';

const program = build([join(top, 'examples', 'store-buffering.c')]);
const given = (text: string, args: readonly string[]): ReturnType<typeof drista> =>
  drista(args, { DRISTA_OPTIONS: text });

test.each([
  ['', '--model sc -v', ['--model', 'sc', '-v']],
  ['', '--model=sc  --jobs 2', ['--model=sc', '--jobs', '2']],
  ['', "--report 'html=a b.html'", ['--report', 'html=a b.html']],
  ['test', '--model sc --jobs 2 -j4', ['--jobs', '2', '-j4']],
  ['test', '--report html=x --report junit=y', ['--report', 'junit=y']],
  ['', '--report tap=x --report junit=y', ['--report', 'junit=y']],
  ['test', '--tune chance=0 --time-limit 5m', ['--time-limit', '5m']],
  ['outcomes', '--symbolic --model sc', ['--model', 'sc']],
  ['', '--symbolic --model sc', ['--symbolic', '--model', 'sc']],
])('drista %s, %j', (name, text, words) => {
  expect(wordsFor(name, text, commands())).toEqual(words);
});

test('they are those of the command, and what the command line says counts more', () => {
  expect(given('--model sc', [program])).toMatchObject({ status: 0, stderr: '' });
  expect(given('--model sc', ['--model', 'rc11', program]).status).toBe(1);
  expect(given('', [program]).status).toBe(1);
  expect(given('--model sc', ['--help']).status).toBe(0);
  expect(given('--model sc', ['help', 'test']).stdout).toMatch(/^drista test/);
});

test('--help names the variable', () => {
  expect(given('', ['--help']).stdout).toContain(`
Environment:
  DRISTA_OPTIONS            options for all commands, as if they stood first;
                            each command takes those that it has.
`);
});

test('the checks of tests do not have them once more', () => {
  const report = join(folder, 'env.xml');
  const file = join(folder, 'env.drista.c');
  writeFileSync(file, `// drista: verified\nint main(void) { return 0; }\n`);
  const done = given(`--report junit=${report}`, ['test', file]);
  expect(done).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(report)).toBe(true);
  expect(readFileSync(report, 'utf8')).toMatch(/<testsuites? /);
});

test.each(['json', 'junit', 'sarif', 'gcc'])('one file for the %s reports of tests, and of a check', (form) => {
  const report = join(folder, `both.${form}`);
  const tests = join(folder, 'both.drista.c');
  writeFileSync(tests, `// drista: verified\nint main(void) { return 0; }\n`);
  const options = `--model sc --report ${form}=${report}`;
  const steps = [['test', tests], [program], ['test', tests]].map((args) => {
    const { status, stderr } = given(options, args);
    return { status, stderr, text: readFileSync(report, 'utf8') };
  });
  expect(steps.map(({ status, stderr }) => [status, stderr])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
  ]);
  expect(steps[0].text).not.toBe(steps[1].text);
});

test('a file of another form, or that drista has not written, stays; no test runs first', () => {
  const tests = join(folder, 'stays.drista.c');
  writeFileSync(tests, `// drista: verified\nint main(void) { return 0; }\n`);
  const report = join(folder, 'stays');
  const others = [
    '{\n  "version": 1,\n  "mine": true\n}\n',
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="o">',
  ];
  for (const text of [...others, 'x']) {
    writeFileSync(report, text);
    for (const form of ['json', 'junit', 'sarif', 'tap', 'gcc'])
      expectRefusal(
        given(`--report ${form}=${report}`, ['test', tests]),
        /stays cannot be written \(it holds something/,
      );
    expect(readFileSync(report, 'utf8')).toBe(text);
  }
  expectRefusal(given('', ['test', '--report', `json=${report}`, '--report', `tap=${report}`, tests]), /both name/);
});

test('compilers do not have them', () => {
  expect(given('--model sc', ['cc', '--version']).status).toBe(0);
});

test.each([
  ['--modle sc', /^drista: DRISTA_OPTIONS has --modle, which no command knows \(did you mean --model\?\): see/],
  ['x.json', /^drista: DRISTA_OPTIONS takes options of drista, not 'x.json': name programs and files on the command/],
  ["--report 'html=a", /^drista: DRISTA_OPTIONS has a quote that is not closed: close it/],
  ['--model alpha', /^drista: --model knows .*, not 'alpha'/],
  ['--report gif=x', /^drista: --report knows .*, not 'gif'/],
])('%s', (text, said) => {
  expectRefusal(given(text, [program]), said);
});
