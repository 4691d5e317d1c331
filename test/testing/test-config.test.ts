import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import { findTests } from '../../src/testing/discovery';
import { readConfig } from '../../src/testing/test-config';
import { top } from '../support/paths';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'drista-config-'));
  mkdirSync(join(root, 'a', 'b'), { recursive: true });
});
afterEach(() => {
  rmSync(root, { recursive: true });
});
const put = (name: string, text: string): void => {
  writeFileSync(join(root, name), text);
};
const isValid = new Ajv().compile(JSON.parse(readFileSync(join(top, 'docs', 'config.schema.json'), 'utf8')) as object);

test('without a configuration: files by their names', () => {
  for (const name of ['x.drista.c', 'a/y.drista.cc', 'a/b/z.c', 'a/b/w.drista.cpp']) put(name, '');
  const config = readConfig(root);
  expect(config).toMatchObject({ root, timeLimit: 60, output: join(root, 'drista-out', 'tests') });
  expect(findTests(config, [], root)).toEqual(
    ['a/b/w.drista.cpp', 'a/y.drista.cc', 'x.drista.c'].map((n) => join(root, n)),
  );
  expect(findTests(config, ['a/b', 'a/b/z.c', 'a/b/w.drista.cpp'], root)).toEqual(
    ['a/b/w.drista.cpp', 'a/b/z.c'].map((n) => join(root, n)),
  );
  expect(() => findTests(config, ['nothing'], root)).toThrow('nothing does not exist');
});

test('the nearest configuration above, in a file of its own or in package.json', () => {
  put('package.json', '{"name": "p", "drista": {"include": ["a/**/*.c"], "exclude": ["a/b/z.c"], "timeLimit": 5}}');
  for (const name of ['x.drista.c', 'a/y.c', 'a/b/z.c']) put(name, '');
  const config = readConfig(join(root, 'a', 'b'));
  expect(config).toMatchObject({ root, timeLimit: 5 });
  expect(findTests(config, [], root)).toEqual([join(root, 'a/y.c')]);
  put('a/drista.config.json', '{"options": ["--model", "sc"]}');
  expect(readConfig(join(root, 'a', 'b'))).toMatchObject({ root: join(root, 'a'), options: ['--model', 'sc'] });
  expect(readConfig(root, 'a/drista.config.json').root).toBe(join(root, 'a'));
});

test.each([
  ['{"includes": []}', "unknown key 'includes' (did you mean 'include'?): there are"],
  ['{"toString": 1}', "unknown key 'toString': there are"],
  ['{"include": "x"}', "'include' needs a list of patterns"],
  ['{"timeLimit": 0}', "'timeLimit' needs seconds, or a time such as 90s, 5m or 1h30m"],
  ['{"timeLimit": "long"}', "'timeLimit' needs seconds, or a time such as 90s, 5m or 1h30m"],
  ['{"jobs": 1.5}', "'jobs' needs a whole number from 1"],
  ['[]', 'the configuration is not an object'],
])('%s is wrong', (text, message) => {
  put('drista.config.json', text);
  expect(() => readConfig(root)).toThrow(`${join(root, 'drista.config.json')}: ${message}`);
  expect(isValid(JSON.parse(text))).toBe(false);
});

test('what is not JSON', () => {
  put('drista.config.json', '{');
  expect(() => readConfig(root)).toThrow(/cannot be read \(.*\): check that it is JSON/);
});

test('the schema takes what is right', () => {
  const all = {
    $schema: './config.schema.json',
    include: ['a'],
    exclude: [],
    compiler: 'gcc',
    build: ['-O2'],
    options: [],
    timeLimit: 0.5,
    jobs: 2,
    output: 'x',
  };
  put('drista.config.json', JSON.stringify(all));
  expect(readConfig(root)).toMatchObject({ compiler: 'gcc', build: ['-O2'], output: join(root, 'x') });
  expect(isValid(all)).toBe(true);
});
