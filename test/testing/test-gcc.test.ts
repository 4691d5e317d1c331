/** `drista test --report gcc=-`: what has not passed, as editors read it. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, folder } from '../support/command';
import { top } from '../support/paths';

const racing = (header: string): string => `${header}
#include <pthread.h>
int n;
static void *f(void *a) { n++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }
`;

const root = mkdtempSync(join(folder, 'gcc-tests-'));
for (const [name, text] of Object.entries({
  'drista.config.json': '{}',
  'a/race.drista.c': racing('// A race.\n// drista: verified'),
  'a/passed.drista.c': racing('// drista: error data-race'),
  'a/syntax.drista.c': '// drista: verified\nint main(void) { return 0 }\n',
  'a/header.drista.c': '// A test.\n// drista: verfied\nint main(void) { return 0; }\n',
  'a/spec.drista.cc': readFileSync(join(top, 'examples/stack-specification.cc'), 'utf8').replace(
    'drista: error specification',
    'drista: verified',
  ),
})) {
  mkdirSync(join(root, 'a'), { recursive: true });
  writeFileSync(join(root, name), text);
}

/** Of a run of the test in this folder. */
function linesOf(cwd: string, ...args: string[]): { lines: string[]; status: number | null } {
  const { stdout, status } = drista(['test', '--report', 'gcc=-', ...args], {}, join(root, cwd));
  return {
    lines: stdout
      .replace(/\d+\.\d+ s/g, '_ s')
      .split('\n')
      .slice(1, -1),
    status,
  };
}

test('another verdict: at the line that states it; then the error with its events', () => {
  const { lines, status } = linesOf('.', 'a/race.drista.c');
  expect(status).toBe(1);
  expect(lines).toEqual([
    'a/race.drista.c:2: error: a/race.drista.c: expected verified, found data-race at a/race.drista.c:5 [test-failed]',
    expect.stringMatching(/^a\/race\.drista\.c:5: error: data race on n: .* \[data-race\]$/),
    'a/race.drista.c:6: note: (2) main: creates thread 1',
    expect.stringMatching(/^a\/race\.drista\.c:5: note: \(\d\) /),
    expect.stringMatching(/^a\/race\.drista\.c:5: note: \(\d\) /),
    expect.stringMatching(/^a\/race\.drista\.c:5: note: \(\d\) /),
    'drista: note: 1 test: 0 passed, 1 failed, in _ s',
  ]);
  // From what is remembered, and in another folder.
  const inside = linesOf('a', 'race.drista.c').lines;
  expect(inside.slice(0, -1)).toEqual(lines.slice(0, -1).map((line) => line.replace(/^a\//, '')));
});

test('a test that passes says nothing', () => {
  expect(linesOf('.', 'a/passed.drista.c')).toEqual({
    lines: [expect.stringMatching(/^drista: note: 1 test: 1 passed/)],
    status: 0,
  });
});

test('what the compiler says, with paths that are right here', () => {
  const { lines, status } = linesOf('.', 'a/syntax.drista.c');
  expect(status).toBe(2);
  expect(lines[0]).toMatch(/^a\/syntax\.drista\.c:2:\d+: error: expected ';'/);
  expect(lines).toContain('a/syntax.drista.c:1: error: a/syntax.drista.c: it could not be built [test-broken]');
});

test('a header that is wrong', () => {
  const { lines } = linesOf('.', 'a/header.drista.c');
  expect(lines[0]).toMatch(
    /^a\/header\.drista\.c:2: error: a\/header\.drista\.c: 'verfied' is no directive .* \[test-broken\]$/,
  );
});

test('a specification: the test, and the place of the error', () => {
  const { lines, status } = linesOf('.', 'a/spec.drista.cc');
  expect(status).toBe(1);
  expect(lines[0]).toMatch(
    /^a\/spec\.drista\.cc:5: error: .* expected verified, found specification.* \[test-failed\]$/,
  );
  expect(lines[1]).toMatch(/^(a\/spec\.drista\.cc:\d+|drista): error: .* \[specification\]$/);
  const { stdout } = drista(['spec', '--report', 'gcc=-', 'a/spec.drista.cc'], {}, root);
  const alone = stdout.split('\n').slice(1, -1);
  expect(alone[0]).toMatch(/^(a\/spec\.drista\.cc:\d+|drista): error: .*push.* \[specification\]$/);
  expect(alone.filter((line) => /^a\/spec\.drista\.cc:\d+: note: \(\d+\) /.test(line)).length).toBeGreaterThan(3);
  expect(alone.at(-1)).toMatch(/^drista: note: /);
});
