/** `drista fuzz` on compiled programs. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildText } from '../support/compiled';
import { drista, expectRefusal, expectSuccess, folder, type Done } from '../support/command';

const noError = { status: 3, stderr: '' };

/** The error needs an input that begins with FUZZ, and that the thread reads phase between two stores of main. */
const harness = (more = ''): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
${more}
static atomic_int phase, hits;
static const uint8_t *bytes;
static size_t size;
static void *worker(void *a)
{
  if (size > 3 && bytes[0] == 'F' && bytes[1] == 'U' && bytes[2] == 'Z' && bytes[3] == 'Z' && phase == 1)
    hits++;
  return a;
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
  pthread_t t;
  bytes = data, size = n;
  pthread_create(&t, 0, worker, 0);
  phase = 1;
  phase = 2;
  pthread_join(t, 0);
  assert(hits == 0);
  return 0;
}
`;
const fuzzed = buildText(harness(), ['-fsanitize=fuzzer']);

function fuzz(...args: readonly string[]): Done {
  return drista(['fuzz', '--quiet', '--tune', 'minimise=off', ...args]);
}

test('an input and an interleaving are found that lead to an error, which is replayed', () => {
  const found = fuzz('--corpus', 'first', '--save', 'found.json', '--max-length', '16', '--time-limit', '60', fuzzed);
  expect(found.stderr).toBe('');
  expect(found.stdout).toMatch(
    /^error: assertion `hits == 0' failed; the input: "FUZZ.*" \(first\/errors\/[0-9a-f]{32}\)/,
  );
  expect(found.status).toBe(1);
  const [input] = readdirSync(join(folder, 'first', 'errors'));
  expect(readFileSync(join(folder, 'first', 'errors', input), 'latin1').slice(0, 4)).toBe('FUZZ');
  const again = drista(['replay', 'found.json']);
  expect([again.status, again.stderr]).toEqual([1, '']);
  expect(again.stdout).toContain("assertion `hits == 0' failed");
  // The same program takes the input as a file, for all interleavings.
  const whole = drista(['-q', fuzzed, '--', join('first', 'errors', input)]);
  expect([whole.status, whole.stdout.split(':')[0]]).toEqual([1, 'error']);
});

test('bytes that an error does not need are left out of its input', () => {
  const found = drista(['fuzz', '--quiet', '--corpus', 'short', '--save', 'short.json', '--time-limit', '60', fuzzed]);
  expect([found.status, found.stderr]).toEqual([1, '']);
  expect(found.stdout).toMatch(
    /^error: assertion `hits == 0' failed; the input: "FUZZ" \(short\/errors\/[0-9a-f]{32}\)/,
  );
  const again = drista(['replay', 'short.json']);
  expect([again.status, again.stderr]).toEqual([1, '']);
});

test('the search goes on from the corpus, and takes the inputs of another build', () => {
  expect(fuzz('--corpus', 'second', '--time-limit', '60', fuzzed).status).toBe(1);
  const counted = (done: Done): number => Number(/\((\d+) other executions/.exec(done.stdout)?.[1]);
  expect(counted(fuzz('--corpus', 'second', '--time-limit', '60', fuzzed))).toBeLessThan(200);
  const other = buildText(harness('int unused;'), ['-fsanitize=fuzzer']);
  const before = readdirSync(join(folder, 'second', 'schedules'));
  const done = drista(['fuzz', '--corpus', 'second', '--max-executions', '10', other]);
  expect(done.stdout).toContain(`note: ${before.length} schedules of the corpus second are of another build`);
  expect(before.every((name) => existsSync(join(folder, 'second', 'schedules', name)))).toBe(true);
});

test('a late error needs the beginnings of earlier executions', () => {
  const stage = (n: number): string => `if (x != ${2 * n + 1}) return p; y = ${n}; if (x != ${2 * n + 2}) return p;`;
  const stages = buildText(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *a(void *p) { for (int i = 1; i <= 20; i++) x = i; return p; }
static void *b(void *p) { ${[0, 1, 2, 3, 4].map(stage).join('\n')} assert(0); return p; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0), pthread_create(&u, 0, b, 0);
  pthread_join(t, 0), pthread_join(u, 0);
}
`);
  const limits = ['--max-executions', '20000', '--time-limit', '90'];
  const done = fuzz('--no-corpus', ...limits, stages);
  expect([done.status, done.stderr]).toEqual([1, '']);
  expect(existsSync(join(folder, 'drista-out', 'corpus'))).toBe(false);
});

test('a program without threads and inputs has one execution', () => {
  const program = buildText('int main(void) { return 0; }\n');
  const done = fuzz('--no-corpus', '--max-executions', '5', program);
  expect(done).toMatchObject(noError);
  expect(done.stdout).toMatch(/^inconclusive: no error so far under rc11, equivalence observational \(5 executions/);
});

test('several workers share the corpus', () => {
  const done = fuzz('--jobs', '2', '--corpus', 'third', '--time-limit', '60', fuzzed);
  expect([done.status, done.stderr]).toEqual([1, '']);
  expect(done.stdout.match(/^error: /gm)).toHaveLength(1);
});

test('the page says which lines have read from which', () => {
  const page = join(folder, 'pairs.html');
  const done = fuzz('--no-corpus', '--max-executions', '100', '--report', `coverage=${page}`, fuzzed);
  expect(done.stderr).toBe('');
  const text = readFileSync(page, 'utf8');
  expect(text).toMatch(/<p>\d+ of \d+ pairs were seen in 100 executions\./);
  expect(text).toMatch(/assert\(hits == 0\);<\/pre><\/td><td><ul><li><span class="seen">the initial value: seen/);
});

test('gcc, C++, and files compiled apart', () => {
  const gcc = buildText(harness(), ['-fsanitize=fuzzer'], 'c');
  expect(fuzz('--no-corpus', '--time-limit', '60', gcc).status).toBe(1);
  const source = join(folder, 'apart.cc');
  writeFileSync(source, 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char *, unsigned long) { return 0; }\n');
  expectSuccess(drista(['c++', '-fsanitize=fuzzer-no-link,undefined', '-c', '-o', 'apart.o', source]));
  expectSuccess(
    drista(['c++', '-std=c++17', '-Wall', '-Wextra', '-Werror', '-fsanitize=fuzzer', '-o', 'apart', 'apart.o']),
  );
  expect(fuzz('--no-corpus', '--max-executions', '20', './apart')).toMatchObject(noError);
});

const target = (body: string, head = ''): string =>
  `#include <assert.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n${head}\n` +
  `int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { ${body} return 0; }\n`;

test('an input comes to have the text that it is compared with', () => {
  const body = 'char text[16] = ""; memcpy(text, data, size < 15 ? size : 15); assert(strcmp(text, "hello!"));';
  const done = fuzz('--no-corpus', '--max-executions', '2000', buildText(target(body), ['-fsanitize=fuzzer']));
  expect([done.status, done.stderr]).toEqual([1, '']);
  expect(done.stdout).toContain('the input: "hello!');
});

test('an input on which a run does not end is kept, and with --keep-going others follow', () => {
  const endless = buildText(target('if (size > 3) for (volatile int i = 0;; i++) ;'), ['-fsanitize=fuzzer']);
  const args = ['fuzz', '--corpus', 'endless', '--run-limit', '0.5', '--max-executions', '200'];
  const first = drista([...args, endless]);
  expect(first).toMatchObject(noError);
  expect(first.stdout).toMatch(
    /\nnote: the input of a run that was too long: ".*" \(endless\/errors\/[0-9a-f]{32}\)\n/,
  );
  const all = drista([...args, '--keep-going', '--time-limit', '5', endless]);
  expect(all).toMatchObject(noError);
  expect(all.stdout.match(/the input of a run that was too long/g)!.length).toBeGreaterThan(1);
});

test('the input of an execution of more than --max-steps is kept', () => {
  const body = 'static _Atomic int n; if (size > 3) for (;;) n++;';
  const long = buildText(target(body), ['-fsanitize=fuzzer']);
  const args = ['--corpus', 'long', '--max-steps', '100', '--max-executions', '50'];
  const done = drista(['fuzz', ...args, long]);
  expect(done).toMatchObject(noError);
  expect(done.stdout).toMatch(
    /\nnote: the input of an execution that was too long: ".*" \(long\/errors\/[0-9a-f]{32}\)\n/,
  );
});

test('a fuzz target has as many executions as the same code with a main of its own', () => {
  const push = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; };
static _Atomic(struct node *) top;
static struct node nodes[3];
static void *push(void *n) {
  struct node *node = n, *old = atomic_load(&top);
  do node->next = old; while (!atomic_compare_exchange_strong(&top, &old, node));
  return 0;
}
static void test(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, push, &nodes[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
`;
  const counted = (program: string): string | undefined =>
    /\((\d+ executions), /.exec(drista(['-q', program]).stdout)?.[1];
  const own = counted(buildText(`${push}int main(void) { test(); return 0; }\n`));
  expect(own).toBe('6 executions');
  expect(counted(buildText(target('test();', push), ['-fsanitize=fuzzer']))).toBe(own);
});

test('what is read for a fuzz target does not fail, and a file that cannot be read ends the check', () => {
  const program = buildText(target('(void)data;'), ['-fsanitize=fuzzer']);
  writeFileSync(join(folder, 'an-input'), 'abc');
  for (const rest of [[], ['--', 'an-input']]) {
    const done = drista(['-q', '--faults', 'malloc,io', '--check', 'exit-code', program, ...rest]);
    expect(done.stdout).toMatch(/^verified: .* \(1 execution, /);
  }
  expectRefusal(drista([program, '--', 'no-input']), /the input no-input, which cannot be read/);
});

test.each([
  [['--corpus', 'x', '--no-corpus'], /--corpus has no effect with --no-corpus/],
  [['--corpus', '/proc/corpus'], /the corpus \/proc\/corpus cannot be made: /],
  [['--dictionary', 'nothing'], /the dictionary nothing cannot be read \(ENOENT\)/],
  [['--max-length', '0'], /--max-length needs a whole number from 1/],
  [['--strategy', 'pct'], /unknown option --strategy/],
  [['--corpus', ''], /--corpus needs the name of a folder/],
])('%s is refused', (args, why) => {
  expectRefusal(drista(['fuzz', ...args, fuzzed]), why);
});

test('files after -- are refused: each execution has an input of its own', () => {
  expectRefusal(drista(['fuzz', fuzzed, '--', 'file']), /'file' after -- would be the input of every execution/);
});

test('options of inputs need a program that takes some', () => {
  const program = buildText('int main(void) { return 0; }\n');
  expectRefusal(drista(['fuzz', '--max-length', '5', program]), /--max-length is of inputs, and .* takes none/);
});
