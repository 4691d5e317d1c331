/** `drista test` as its users call it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawn } from 'node:child_process';
import Ajv from 'ajv';
import type { Log } from 'sarif';
import { drista, expectRefusal, folder, type Done } from '../support/command';
import { top } from '../support/paths';

const counter = (header: string, lock: string, unlock: string): string => `${header}
#include <pthread.h>
#include "share/step.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
static void *f(void *a) { ${lock} n += STEP; ${unlock} return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }
`;
const locked = (header: string): string => counter(header, 'pthread_mutex_lock(&m);', 'pthread_mutex_unlock(&m);');
const racing = (header: string): string => counter(header, '', '');

/** A project of its own. */
function project(files: Record<string, string>): string {
  const root = mkdtempSync(join(folder, 'project-'));
  for (const [name, text] of Object.entries({ 'share/step.h': '#define STEP 1\n', ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

/** What was printed, with times left out. */
const printed = ({ stdout }: Done): string => stdout.replace(/\d+\.\d\d s/g, '_ s');
const lines = (done: Done): string[] => printed(done).split('\n');

test('results in the order of names, reports of those that failed, a summary', () => {
  const root = project({
    'a.drista.c': locked('// drista: verified\n// drista: verified --model sc'),
    'b.drista.c': racing('// drista: verified'),
    'c.drista.c': racing('// drista: error data-race at c.drista.c:6'),
    'd.drista.c': '// drista: verified\nint main(void) { return 0 }\n',
    'e.drista.c': 'int main(void) { return 0; }\n',
    'f.drista.c': locked('// drista: verified --max-executions 1'),
    'not-a-test.c': 'x',
  });
  const done = drista(['test'], {}, root);
  expect(lines(done).slice(0, 9)).toEqual([
    ' ✓ a.drista.c (2 executions, _ s)',
    ' ✓ a.drista.c --model sc (2 executions, _ s)',
    ' ✗ b.drista.c (data-race, _ s)',
    ' ✓ c.drista.c (data-race, _ s)',
    ' ! d.drista.c',
    ' ! e.drista.c',
    ' ? f.drista.c (1 execution, _ s)',
    '',
    'FAILED b.drista.c: expected verified, found data-race at b.drista.c:6',
  ]);
  expect(done.stdout).toMatch(/\n {2}error: data race on n/);
  expect(done.stdout).toMatch(/\nNOT CHECKED d\.drista\.c: it could not be built\n\n {2}d\.drista\.c:2:\d+: error:/);
  expect(done.stdout).toMatch(/\nNOT CHECKED e\.drista\.c: e\.drista\.c: it states no expectation, such as/);
  expect(done.stdout).toMatch(/\nUNDECIDED f\.drista\.c: expected verified, undecided \(limit: executions\)\n/);
  expect(lines(done).at(-2)).toBe('7 tests: 3 passed, 1 failed, 1 undecided, 2 not checked, in _ s');
  expect(done).toMatchObject({ status: 1, stderr: '' });

  expect(drista(['test', '--filter', 'd.drista'], {}, root).status).toBe(2);
  expect(drista(['test', 'f.drista.c', '--filter', 'drista'], {}, root).status).toBe(3);
  expect(drista(['test', 'a.drista.c', 'c.drista.c'], {}, root).status).toBe(0);
});

test('--list names tests from the folder in which it is called, and builds nothing', () => {
  const root = project({ 'drista.config.json': '{}', 'a.drista.c': 'int', 'b/b.drista.cc': '', 'not-a-test.c': 'x' });
  expect(drista(['test', '--list'], {}, root)).toEqual({
    status: 0,
    stdout: 'a.drista.c\nb/b.drista.cc\n',
    stderr: '',
  });
  expect(drista(['test', '--list'], {}, join(root, 'b')).stdout).toBe('../a.drista.c\nb.drista.cc\n');
  expect(drista(['test', '--list', '--filter', 'b/'], {}, root).stdout).toBe('b/b.drista.cc\n');
  expect(drista(['test', '--list', '--filter', 'c/'], {}, root)).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(readdirSync(root).sort()).toEqual(['a.drista.c', 'b', 'drista.config.json', 'not-a-test.c', 'share']);
});

test('what is unchanged is remembered', () => {
  const root = project({ 'test/a.drista.c': locked('// drista: verified\n// drista: build -I..') });
  const first = (...args: string[]): string => lines(drista(['test', ...args], {}, root))[0];
  const fresh = ' ✓ test/a.drista.c (2 executions, _ s)';
  const cached = ' ✓ test/a.drista.c (2 executions, cached)';
  expect([first(), first(), first('--no-cache')]).toEqual([fresh, cached, fresh]);
  // The same program: built again, but not checked again.
  writeFileSync(join(root, 'share/step.h'), '#define STEP (1)\n');
  expect([first(), first()]).toEqual([cached, cached]);
  writeFileSync(join(root, 'share/step.h'), '#define STEP 2\n');
  expect([first(), first()]).toEqual([fresh, cached]);
  // Of the shell that calls it all that matters is the compiler.
  expect(lines(drista(['test'], { DRISTA_CC: 'gcc' }, root))[0]).toBe(fresh);
});

test('--update writes what was found', () => {
  const root = project({
    'a.drista.c': racing('// drista: verified\n// About it.'),
    'b.drista.c': locked(''),
    'c.drista.c': locked('/* drista: error deadlock */'),
  });
  const done = drista(['test', '--update'], {}, root);
  expect(lines(done).filter((line) => line.startsWith(' updated'))).toEqual([
    ' updated a.drista.c',
    ' updated b.drista.c',
    ' updated c.drista.c',
  ]);
  expect(done).toMatchObject({ status: 0, stderr: '' });
  const head = (name: string): string[] => readFileSync(join(root, name), 'utf8').split('\n').slice(0, 2);
  expect(head('a.drista.c')).toEqual(['// drista: error data-race at a.drista.c:7', '// About it.']);
  expect(head('b.drista.c')).toEqual(['// drista: verified', '']);
  expect(head('c.drista.c')).toEqual(['/* drista: verified */', '#include <pthread.h>']);
  expect(drista(['test'], {}, root)).toMatchObject({ status: 0 });
});

test('forms for other programs', () => {
  const root = project({
    'a.drista.c': locked('// drista: verified'),
    'b.drista.c': racing('// drista: verified'),
    'c.drista.c': '// drista: verified\nint main(void) { return 0 }\n',
  });
  const done = drista(
    ['test', '--report', 'json=r.json', '--report', 'junit=r.xml', '--report', 'tap=-'],
    { GITHUB_ACTIONS: 'true' },
    root,
  );
  expect(done).toMatchObject({
    status: 1,
    stdout: `TAP version 14
1..3
ok 1 - a.drista.c
not ok 2 - b.drista.c
  ---
  message: "expected verified, found data-race at b.drista.c:6"
  severity: failed
  ...
not ok 3 - c.drista.c
  ---
  message: "it could not be built"
  severity: broken
  ...
`,
  });
  const json: unknown = JSON.parse(readFileSync(join(root, 'r.json'), 'utf8'));
  const schema = JSON.parse(readFileSync(join(top, 'docs', 'tests.schema.json'), 'utf8')) as object;
  const ajv = new Ajv();
  expect(ajv.validate(schema, json) ? [] : ajv.errors).toEqual([]);
  expect(json).toMatchObject({
    passed: 1,
    failed: 1,
    broken: 1,
    tests: [
      { name: 'a.drista.c', status: 'passed', found: { verdict: 'verified', executions: 2 } },
      { name: 'b.drista.c', status: 'failed', found: { errors: [{ kind: 'data-race' }] } },
      { name: 'c.drista.c', status: 'broken', output: expect.stringContaining("expected ';'") as string },
    ],
  });
  const xml = readFileSync(join(root, 'r.xml'), 'utf8');
  expect(xml).toMatch(/<testsuite name="drista test" tests="3" failures="1" errors="1" skipped="0" time="[\d.]+">/);
  expect(xml).toMatch(/<failure message="expected verified, found data-race at b\.drista\.c:6" type="failed">/);
  const annotated = drista(['test', 'b.drista.c'], { GITHUB_ACTIONS: 'true' }, root).stdout;
  expect(annotated).toContain(
    '\n::error file=b.drista.c,line=6,title=drista%3A b.drista.c::expected verified, found data-race at b.drista.c:6\n',
  );
});

test('SARIF has the errors of tests that failed, with their executions', () => {
  const root = project({
    'drista.config.json': '{}',
    'a.drista.c': racing('// drista: error data-race'),
    'in/b.drista.c': racing('// drista: verified\n// drista: build -I..'),
    'in/c.drista.c': '// drista: verified\nint main(void) { return 0 }\n',
    'in/d.drista.c': locked('// drista: verified --max-executions 1\n// drista: build -I..'),
    'in/e.drista.c': locked('// drista: error deadlock\n// drista: build -I..'),
  });
  for (const again of [false, true]) {
    expect(drista(['test', '..', '--report', 'sarif=r.sarif'], {}, join(root, 'in')).status).toBe(1);
    const [run] = (JSON.parse(readFileSync(join(root, 'in', 'r.sarif'), 'utf8')) as Log).runs;
    const results = run.results!.map(({ ruleId, message, locations, codeFlows = [] }) => ({
      ruleId,
      text: message.text,
      at: locations![0].physicalLocation,
      threads: codeFlows.flatMap(({ threadFlows }) => threadFlows.map(({ id }) => id)),
    }));
    const at = (uri: string, startLine: number) => ({
      artifactLocation: { uri, uriBaseId: 'SRCROOT' },
      region: { startLine },
    });
    expect([again, results]).toEqual([
      again,
      [
        {
          ruleId: 'data-race',
          text: expect.stringMatching(
            /^data race on n: .* \(in\/b\.drista\.c: expected verified, found data-race at in\/b\.drista\.c:7\)$/,
          ) as string,
          at: at('in/b.drista.c', 7),
          threads: ['main', 'thread 1 (f)'],
        },
        {
          ruleId: 'test-broken',
          text: 'in/c.drista.c: it could not be built',
          at: at('in/c.drista.c', 1),
          threads: [],
        },
        {
          ruleId: 'test-undecided',
          text: 'in/d.drista.c: expected verified, undecided (limit: executions)',
          at: at('in/d.drista.c', 1),
          threads: [],
        },
        {
          ruleId: 'test-failed',
          text: 'in/e.drista.c: expected deadlock, found verified',
          at: at('in/e.drista.c', 1),
          threads: [],
        },
      ],
    ]);
    expect(run.originalUriBaseIds).toEqual({ SRCROOT: { uri: `file://${root}/` } });
    const known = run.tool.driver.rules!.map(({ id }) => id);
    for (const { ruleId } of results) expect(known).toContain(ruleId);
  }
});

test('the configuration applies', () => {
  const root = project({
    'drista.config.json': '{"include": ["*.c"], "build": ["-DSTEP=3"], "options": ["--model", "sc"], "output": "o"}',
    'share/step.h': '',
    'a.c': racing('// drista: error data-race'),
  });
  const done = drista(['test', '--report', 'json=-'], {}, root);
  expect(done.status).toBe(0);
  expect(readdirSync(join(root, 'o'), { recursive: true }).sort()).toEqual([
    'programs',
    'programs/a.c',
    'programs/a.c/a',
    'programs/a.c/a.build.json',
    'verdicts',
    expect.stringMatching(/^verdicts\/[0-9a-f]{64}\.json$/),
  ]);
});

test('a program that never ends is verified by its states', () => {
  const endless = `// drista: verified
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *f(void *a) { for (;;) x ^= 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); }
`;
  const root = project({ 'a.drista.c': endless });
  expect(lines(drista(['test'], {}, root))[0]).toMatch(/^ ✓ a\.drista\.c \(\d+ states, _ s\)$/);
});

test('tests with alike names have programs of their own', () => {
  const names = ['a/b.drista.c', 'a-b.drista.c', 'x.drista.c', 'x.drista.cc', 'verdicts.c', '../x.drista.c'];
  const files = names.map((name) => [`inner/${name}`, locked('// drista: verified\n// drista: build -iquote ..')]);
  const root = project({
    ...Object.fromEntries(files),
    'inner/a/b.drista.c': racing('// drista: error data-race\n// drista: build -iquote ../..'),
    'inner/drista.config.json': '{"include": ["**/*.c", "**/*.cc"]}',
  });
  const inner = join(root, 'inner');
  const statuses = (done: Done): string[] => lines(done).slice(0, 6);
  const all = ['.', '../x.drista.c'];
  expect(statuses(drista(['test', ...all], {}, inner))).toEqual([
    ' ✓ a-b.drista.c (2 executions, _ s)',
    ' ✓ a/b.drista.c (data-race, _ s)',
    ' ✓ verdicts.c (2 executions, _ s)',
    ' ✓ x.drista.c (2 executions, _ s)',
    ' ✓ x.drista.cc (2 executions, _ s)',
    ' ✓ ../x.drista.c (2 executions, _ s)',
  ]);
  // None has replaced the program of another.
  const again = drista(['test', ...all], {}, inner);
  expect(statuses(again).map((line) => /, (.*)\)/.exec(line)?.[1])).toEqual(Array(6).fill('cached'));
});

test('a test outside the folder of the call, and of the configuration', () => {
  const files = { 'x.drista.c': locked('// drista: verified'), 'inner/README': '' };
  const called = (root: string): Done => drista(['test', '../x.drista.c'], {}, join(root, 'inner'));
  const expected = [' ✓ ../x.drista.c (2 executions, _ s)', '', '1 test: 1 passed, in _ s', ''];
  expect(lines(called(project(files)))).toEqual(expected);
  expect(lines(called(project({ ...files, 'inner/drista.config.json': '{}' })))).toEqual(expected);
  const above = called(project({ ...files, 'drista.config.json': '{}' }));
  expect(lines(above)).toEqual([expected[0].replace('../', ''), ...expected.slice(1)]);
});

test('--watch runs what has changed', async () => {
  const root = project({ 'a.drista.c': locked('// drista: verified'), 'b.drista.c': locked('// drista: verified') });
  const child = spawn(join(top, 'drista'), ['test', '--watch'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const waits = async (times: number): Promise<void> => {
    while (stdout.split('Waiting for changes').length <= times) await new Promise((done) => setTimeout(done, 50));
    await new Promise((done) => setTimeout(done, 300)); // until the watch stands
  };
  await waits(1);
  const before = stdout.length;
  writeFileSync(join(root, 'share/step.h'), '#define STEP 5\n');
  await waits(2);
  const between = stdout.length;
  writeFileSync(join(root, 'b.drista.c'), racing('// drista: verified'));
  await waits(3);
  const ended = new Promise((done) => child.on('close', done));
  child.kill('SIGINT');
  expect(await ended).toBe(1);
  const executed = (text: string): string[] => text.split('\n').filter((line) => /^ [✓✗]/.test(line));
  expect(executed(stdout.slice(before, between))).toHaveLength(2);
  expect(executed(stdout.slice(between)).map((line) => line.slice(0, 13))).toEqual([' ✗ b.drista.c']);
});

test('Ctrl-C ends it, and leaves nothing running', async () => {
  const endless = `// drista: verified
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *f(void *a) { for (int i = 0; i < 9; i++) x++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x; }
`;
  const root = project({ 'a.drista.c': endless, 'b.drista.c': endless });
  const child = spawn(join(top, 'drista'), ['test'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const built = join(root, 'drista-out', 'tests', 'programs', 'a.drista.c');
  const names = (): string[] => {
    try {
      return readdirSync(built);
    } catch {
      return [];
    }
  };
  while (!names().includes('a.drista.build.json')) await new Promise((done) => setTimeout(done, 50));
  await new Promise((done) => setTimeout(done, 500));
  const ended = new Promise((done) => child.on('close', done));
  child.kill('SIGINT');
  expect(await ended).toBe(2);
  expect(stderr).toBe('drista: interrupted: 0 of 2 tests had ended; call it again for the rest\n');
});

test.each<[string[], RegExp]>([
  [['nothing'], /^drista: nothing does not exist/],
  [['--filter', 'x'], /^drista: there are no tests with 'x' in their names in/],
  [['--', 'x'], /^drista: 'x' is not for drista/],
  [['--report', 'tap=-', '--report', 'json=-'], /name different files/],
  [['--config', 'no.json'], /no\.json cannot be read/],
  [['--jobs', '0'], /--jobs needs a whole number from 1/],
])('drista test %j is refused', (args, message) => {
  expectRefusal(drista(['test', ...args], {}, project({ 'a.drista.c': '' })), message);
});
