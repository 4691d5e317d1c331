/** The JSON report against docs/report.schema.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { build } from '../support/compiled';
import { drista } from '../support/command';
import { top } from '../support/paths';

const validate = new Ajv({ allErrors: true }).compile(
  JSON.parse(readFileSync(join(top, 'docs', 'report.schema.json'), 'utf8')) as object,
);

test.each([
  ['store-buffering', []],
  ['store-buffering-seq-cst', []],
  ['store-buffering-seq-cst', ['--max-executions', '1']],
  ['bank-account', ['--keep-going']],
  ['dining-philosophers', []],
  ['wrong-unlock', []],
  ['treiber-stack-bug', ['--model', 'c20', '--equivalence', 'rf']],
  ['seqlock-bug', ['--equivalence', 'co']],
])('%s %p', (name, options) => {
  const done = drista([...options, '--report', 'json=-', build([join(top, 'examples', `${name}.c`)])]);
  const report: unknown = JSON.parse(done.stdout);
  validate(report);
  expect(validate.errors).toBeNull();
});

test('of what cannot be checked', () => {
  expect(validate(JSON.parse(drista(['--report', 'json=-', './nothing']).stdout))).toBe(true);
  expect(validate({ version: 1, verdict: 'failure' })).toBe(false);
});

test('a report that is not as described is noticed', () => {
  expect(validate({ version: 1 })).toBe(false);
});

test('what it says of an error', () => {
  const done = drista(['--report', 'json=-', build([join(top, 'examples', 'message-passing-relaxed.c')])]);
  expect(JSON.parse(done.stdout)).toMatchObject({
    version: 1,
    model: 'rc11',
    equivalence: 'observational',
    strategy: 'partition',
    verdict: 'error',
    limitsHit: [],
    errors: [
      {
        kind: 'data-race',
        execution: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
        locations: [
          { line: 18, function: 'sender' },
          { line: 27, function: 'receiver' },
        ],
      },
    ],
  });
});
