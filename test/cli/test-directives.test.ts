/** What `drista test` compares beside verdicts: refusals, environments, marked lines, texts. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import type { Log } from 'sarif';
import { drista, folder, type Done } from '../support/command';
import { top } from '../support/paths';

const refused = (header: string): string => `${header}
#include <signal.h>
int main(void) { kill(0, SIGUSR1); }
`;
const chosen = (header: string): string => `${header}
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  const char *mode = getenv("MODE");
  assert(mode == NULL || strcmp(mode, "a b") != 0); // WRONG
}
`;

function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(folder, 'project-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return root;
}

/** What was printed, with times left out. */
const printed = ({ stdout }: Done): string => stdout.replace(/\d+\.\d\d s/g, '_ s');
const lines = (done: Done): string[] => printed(done).split('\n');

const wrong = `// drista: error assertion at WRONG
// drista: environment 'MODE=a b' OTHER=
// drista: says mode == NULL || strcmp(mode, "a b") != 0
// drista: never says verified`;

test('results that are as expected', () => {
  const root = project({
    'a.drista.c': refused('// drista: refused\n// drista: says kill of a group of processes'),
    'b.drista.c': chosen(wrong),
    'c.drista.c': chosen('// drista: verified\n// drista: says verified\n// drista: never says lost'),
  });
  const done = drista(['test'], {}, root);
  expect(lines(done)).toEqual([
    ' ✓ a.drista.c (refused, _ s)',
    ' ✓ b.drista.c (assertion, _ s)',
    ' ✓ c.drista.c (1 execution, _ s)',
    '',
    '3 tests: 3 passed, in _ s',
    '',
  ]);
  expect(done).toMatchObject({ status: 0, stderr: '' });
});

test('a result is remembered with what was said, and by its environment', () => {
  const root = project({});
  // Without names and places of the source, the program stays the same when its header changes.
  const results = (...header: string[]): string[] => {
    writeFileSync(
      join(root, 'a.drista.c'),
      chosen(['verified', 'build -g0', ...header].join('\n').replace(/^/gm, '// drista: ')),
    );
    return lines(drista(['test'], {}, root)).filter((line) => line.includes('a.drista.c'));
  };
  expect(results('says verified')).toEqual([' ✓ a.drista.c (1 execution, _ s)']);
  expect(results('says verified')).toEqual([' ✓ a.drista.c (1 execution, cached)']);
  expect(results('says no errors')).toEqual([
    ' ✗ a.drista.c (1 execution, cached)',
    'FAILED a.drista.c: other texts (missing: no errors)',
  ]);
  expect(results('environment "MODE=a b"')[1]).toMatch(/^FAILED a\.drista\.c: expected verified, found assertion/);
  expect(results('environment MODE=a')).toEqual([' ✓ a.drista.c (1 execution, _ s)']);
});

test('forms for other programs', () => {
  const root = project({
    'a.drista.c': refused('// drista: refused'),
    'b.drista.c': refused('// drista: verified'),
    'c.drista.c': chosen('// drista: verified\n// drista: says nothing'),
    'd.drista.c': chosen('// drista: refused'),
  });
  const files = ['json', 'junit', 'sarif', 'tap'].flatMap((form) => ['--report', `${form}=r.${form}`]);
  const done = drista(['test', ...files], { GITHUB_ACTIONS: 'true' }, root);
  expect(lines(done).slice(0, 4)).toEqual([
    ' ✓ a.drista.c (refused, _ s)',
    ' ! b.drista.c',
    ' ✗ c.drista.c (1 execution, _ s)',
    ' ✗ d.drista.c (1 execution, _ s)',
  ]);
  expect(done.status).toBe(1);
  const read = (form: string): string => readFileSync(join(root, `r.${form}`), 'utf8');
  const why = 'kill of a group of processes';
  const reasons = [
    expect.stringContaining(why) as string,
    'other texts (missing: nothing)',
    'expected refused, found verified',
  ];

  const json = JSON.parse(read('json')) as { tests: { found: { verdict: string }; status: string; reason?: string }[] };
  const schema = JSON.parse(readFileSync(join(top, 'docs', 'tests.schema.json'), 'utf8')) as object;
  const ajv = new Ajv();
  expect(ajv.validate(schema, json) ? [] : ajv.errors).toEqual([]);
  expect(json.tests.map(({ found, status, reason }) => [found.verdict, status, reason])).toEqual([
    ['refused', 'passed', undefined],
    ['refused', 'broken', reasons[0]],
    ['verified', 'failed', reasons[1]],
    ['verified', 'failed', reasons[2]],
  ]);

  expect(read('junit')).toMatch(/ tests="4" failures="2" errors="1" /);
  const [run] = (JSON.parse(read('sarif')) as Log).runs;
  expect(run.results!.map(({ ruleId, message }) => [ruleId, message.text])).toEqual([
    ['test-broken', expect.stringContaining(why)],
    ['test-failed', `c.drista.c: ${reasons[1]}`],
    ['test-failed', `d.drista.c: ${reasons[2]}`],
  ]);
  expect(read('tap').match(/^(not )?ok .*/gm)).toEqual([
    'ok 1 - a.drista.c',
    'not ok 2 - b.drista.c',
    'not ok 3 - c.drista.c',
    'not ok 4 - d.drista.c',
  ]);
  expect(done.stdout).toMatch(/^::error file=b\.drista\.c,title=drista%3A b\.drista\.c::.*kill of a group/m);
  expect(done.stdout).toContain(`\n::error file=c.drista.c,title=drista%3A c.drista.c::${reasons[1]}\n`);
});

test('--update writes verdicts; texts are to be written by hand', () => {
  const header = '// drista: refused\n// drista: says verified\n// drista: never says lost';
  const root = project({
    'a.drista.c': chosen(header),
    'b.drista.c': chosen(header.replace('never says lost', 'says nothing')),
    'c.drista.c': chosen('// drista: verified\n// drista: says nothing'),
  });
  const done = drista(['test', '--update'], {}, root);
  expect(lines(done).filter((line) => /^ updated|^FAILED|tests/.test(line))).toEqual([
    ' updated a.drista.c',
    ' updated b.drista.c',
    'FAILED b.drista.c: other texts (missing: nothing)',
    'FAILED c.drista.c: other texts (missing: nothing)',
    '3 tests: 1 passed, 2 failed, in _ s',
  ]);
  expect(readFileSync(join(root, 'a.drista.c'), 'utf8')).toBe(chosen(header.replace('refused', 'verified')));
});
