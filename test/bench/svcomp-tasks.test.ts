/** `npm run svcomp`: what it says of small tasks, which it builds and checks. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Property } from '../../bench/svcomp/task';
import { scratchFolder } from '../support/scratch';

const folder = scratchFolder('drista-svcomp-tasks-test-');
const tool = join(__dirname, '..', '..', 'bench', 'svcomp.js');

interface Files {
  readonly [name: string]: string;
}

/** The line that the runner prints of a task, without the seconds. `files`: its source, and what that includes. */
function lineOf(name: string, property: Property, holds: boolean, files: Files, model = 'LP64'): string {
  const family = join(folder, name, 'c', 'pthread');
  mkdirSync(family, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(family, file), text);
  const definition = [
    "format_version: '2.0'",
    "input_files: 'task.c'",
    'properties:',
    `  - property_file: ../properties/${property}.prp`,
    `    expected_verdict: ${holds}`,
    'options:',
    `  data_model: ${model}`,
  ];
  writeFileSync(join(family, 'task.yml'), `${definition.join('\n')}\n`);
  const { stdout } = spawnSync(process.execPath, [tool, join(folder, name), '--families', 'pthread'], {
    encoding: 'utf8',
  });
  return stdout.split('\n')[0].replace(/ [0-9.]+ s/, '');
}

const three = (a: string, b: string): string => `
  #include <assert.h>
  #include <pthread.h>
  #include <stdlib.h>
  extern void reach_error(void);
  int x;
  static void *one(void *p) { ${a} return p; }
  static void *other(void *p) { ${b} return p; }
  int main(void) {
    pthread_t t[3];
    pthread_create(t, 0, one, 0);
    pthread_create(t + 1, 0, other, 0);
    pthread_create(t + 2, 0, other, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
  }`;

const reached = 'right pthread/task unreach-call=false: assertion: assertion failed: reach_error was called';

test('a reach_error that a header defines is an error', () => {
  const line = lineOf('header', 'unreach-call', false, {
    'task.c': '#include "task.h"\nint main(void) { reach_error(); }\n',
    'task.h': 'void reach_error() {}\n',
  });
  expect(line).toBe(reached);
});

test.each([
  ['int', 'right pthread/task unreach-call=true'],
  ['double', 'unknown pthread/task unreach-call=true: limit: values'],
])('inputs that a header asks for count: %s', (type, said) => {
  const call = `__VERIFIER_nondet_${type}`;
  const line = lineOf(`inputs-${type}`, 'unreach-call', true, {
    'task.c': '#include "task.h"\nint main(void) { return input() == 1000; }\n',
    'task.h': `extern ${type} ${call}(void);\nstatic ${type} input(void) { return ${call}(); }\n`,
  });
  expect(line).toBe(said);
});

test('waits on condition variables may end without a signal', () => {
  const waits = `
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    reach_error();`;
  expect(lineOf('spurious', 'unreach-call', false, { 'task.c': three('', waits) })).toBe(reached);
});

test.each(['abort();', 'assert(0);', '__VERIFIER_assume(0);'])('others go on before %s', (ends) => {
  const reaches = 'if (__atomic_add_fetch(&x, 1, __ATOMIC_SEQ_CST) == 2) reach_error();';
  expect(lineOf(`ends-${ends[0]}`, 'unreach-call', false, { 'task.c': three(ends, reaches) })).toBe(reached);
  const race = lineOf(`race-${ends[0]}`, 'no-data-race', false, { 'task.c': three(ends, 'x++;') });
  expect(race).toMatch(/^right pthread\/task no-data-race=false: data-race: data race on x/);
});

test('an index without a value, and one from outside, leave a property open', () => {
  const uninitialised = lineOf('index', 'no-data-race', true, {
    'task.c': '#include <stdlib.h>\nint data[10];\nint main(void) { int i; if (data[1]) i = 1; return data[i % 10]; }',
  });
  expect(uninitialised).toBe(
    'unknown pthread/task no-data-race=true: a variable may be read before it has a value: only one was taken',
  );
  const outside = lineOf('outside', 'no-data-race', true, {
    'task.c': '#include <stdio.h>\nint main(void) { int i = 0; scanf("%d", &i); return 0; }',
  });
  expect(outside).toBe('unknown pthread/task no-data-race=true: only some values of inputs were taken (scanf)');
});

test('an error of another kind leaves a property open', () => {
  const line = lineOf('memory', 'unreach-call', true, { 'task.c': three('free(p = malloc(1)); free(p); p = 0;', '') });
  expect(line).toMatch(/^unknown pthread\/task unreach-call=true: an error of another kind: memory error: free, for/);
});

test('a sum that is too large violates no-overflow', () => {
  const line = lineOf('overflow', 'no-overflow', false, { 'task.c': three('int i = 0x7fffffff; i += !p;', '') });
  expect(line).toBe(
    'right pthread/task no-overflow=false: crash: the program crashes: an addition overflows (a check of -fsanitize)',
  );
});

test('all values of inputs are taken where the first show no error', () => {
  const line = lineOf('values', 'unreach-call', false, {
    'task.c': three('if (__VERIFIER_nondet_int() == 50) reach_error();', ''),
  });
  expect(line).toBe(`${reached}; the input: unsigned char nondet_int[] = { 0x32, 0x00, 0x00, 0x00 };`);
});

test('an error of few threads is found where threads are created without end', () => {
  const text = `
    #include <pthread.h>
    #include <stdatomic.h>
    extern void reach_error(void);
    atomic_int x, y;
    static void *one(void *p) { x = 1; if (y == 0) x = 2; return p; }
    static void *other(void *p) { if (x == 1) { y = 1; if (x == 2) reach_error(); } return p; }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, one, 0);
      for (;;) pthread_create(&t, 0, other, 0);
    }`;
  expect(lineOf('few', 'unreach-call', false, { 'task.c': text })).toBe(reached);
});

test('sums of long may be too large on 32-bit machines, of int as anywhere', () => {
  const sum = (type: string): Files => ({
    'task.c': `int main(void) { ${type} x = 0x7fffffff; return x + (x == 1); }`,
  });
  const line = lineOf('long', 'no-overflow', false, sum('long'), 'ILP32');
  expect(line).toBe('unknown pthread/task no-overflow=false: long has 64 bits here: its sums may be too large for 32');
  expect(lineOf('int', 'no-overflow', true, sum('int'), 'ILP32')).toBe('right pthread/task no-overflow=true');
});

test('threads without end are a limit, and what others do is found', () => {
  const endless = `
    #include <pthread.h>
    extern void reach_error(void);
    int x;
    static void *f(void *p) { CHECK return p; }
    int main(void) { for (;;) { pthread_t t; pthread_create(&t, 0, f, 0); } }`;
  const finds = endless.replace('CHECK', 'if (__atomic_add_fetch(&x, 1, __ATOMIC_SEQ_CST) == 2) reach_error();');
  expect(lineOf('threads', 'unreach-call', false, { 'task.c': finds })).toBe(reached);
  const line = lineOf('no-error', 'unreach-call', true, { 'task.c': endless.replace('CHECK', '') });
  expect(line).toBe('unknown pthread/task unreach-call=true: limit: threads');
});
