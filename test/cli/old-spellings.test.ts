/** Spellings of options that have changed: each gives the arguments of the new one, and a line that says it. */
import { checkOptions } from '../../src/cli/option-table';
import { currentSpelling, oldSpellings } from '../../src/cli/old-spellings';
import { runOptions } from '../../src/cli/commands/run';
import { testOptions } from '../../src/cli/commands/test';

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test.each<[string, string, string]>([
  ['--json r.json p', '--report json=r.json p', '--json FILE is now --report json=FILE'],
  ['--json=- p', '--report json=- p', '--json FILE is now --report json=FILE'],
  ['--isolation process p', '--tune isolation=process p', '--isolation VALUE is now --tune isolation=VALUE'],
  ['--no-minimise p', '--tune minimise=off p', '--no-minimise is now --tune minimise=off'],
  ['--minimize-executions 9', '--tune minimise=9', '--minimize-executions N is now --tune minimise=N'],
  ['--check-exit-code p', '--check exit-code p', '--check-exit-code is now --check exit-code'],
  ['--env-all p', '--env=all p', '--env-all is now --env all'],
  ['--env-unset HOME p', '--env=-HOME p', '--env-unset NAME is now --env -NAME'],
  ['--symbolic-file a=3 p', '--symbolic=file:a=3 p', '--symbolic-file NAME=N is now --symbolic=file:NAME=N'],
  ['--strategy pct --pct-depth 2', '--strategy pct:depth=2', '--pct-depth N is now --strategy NAME:depth=N'],
  ['--seed 7 --strategy=random', '--strategy=random:seed=7', '--seed N is now --strategy NAME:seed=N'],
  ['--seed 7 p', 'p --strategy partition:seed=7', '--seed N is now --strategy NAME:seed=N'],
])('%s', (old, now, line) => {
  expect(currentSpelling(old.split(' '), checkOptions)).toEqual(now.split(' '));
  expect(said).toEqual([`drista: ${line}\n`]);
});

test('each has a new spelling, and says it', () => {
  const args = Object.entries(oldSpellings).flatMap(([name, { takes }]) => [
    `--${name}`,
    ...(takes === undefined ? [] : ['1']),
  ]);
  const now = currentSpelling(args, { ...checkOptions, ...testOptions });
  expect(now.filter((arg) => Object.hasOwn(oldSpellings, arg.slice(2)))).toEqual([]);
  expect(said).toHaveLength(Object.keys(oldSpellings).length);
});

test('arguments of the program and options of other commands stay', () => {
  expect(currentSpelling(['p', '--', '--json', 'x'], checkOptions)).toEqual(['p', '--', '--json', 'x']);
  expect(currentSpelling(['--seed', '3'], runOptions)).toEqual(['--seed', '3']);
  expect(said).toEqual([]);
});
