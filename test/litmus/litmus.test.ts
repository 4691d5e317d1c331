/** drista litmus: known answers of classical tests, in the words of herd7; and what is refused. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { litmusProgram } from '../../src/litmus/litmus-program';
import { readLitmus } from '../../src/litmus/litmus-test';
import { drista, expectRefusal, folder } from '../support/command';
import { top } from '../support/paths';

const tests = join(top, 'test', 'litmus');

interface Answer {
  readonly name: string;
  readonly model: string;
  readonly result: string;
  readonly observation: string;
  readonly positive: number;
  readonly negative: number;
  readonly races: readonly string[];
}

/** By test: under rc11, and under sc if that differs. Counts are of pairs of reads-from and coherence order. */
const known: Readonly<Record<string, readonly [rc11: string, sc?: string]>> = {
  'store-buffering': ['Ok Sometimes 1 3', 'No Never 0 3'],
  'store-buffering-seq-cst': ['No Never 0 3'],
  'store-buffering-fences': ['Ok Never 0 3'],
  'message-passing': ['Ok Always 2 0'],
  'message-passing-race': ['Undef Always 1 0'],
  'load-buffering': ['No Never 0 3'],
  'two-plus-two-writes': ['Ok Sometimes 1 3', 'No Never 0 3'],
  'writes-of-one-value': ['Ok Sometimes 4 2'],
  'writes-of-the-initial-value': ['No Never 0 3'],
  'read-read-coherence': ['Ok Never 0 3'],
  'independent-reads': ['Ok Sometimes 1 15', 'No Never 0 15'],
  'independent-reads-seq-cst': ['No Never 0 15'],
  exchanges: ['Ok Always 2 0'],
  'compare-exchanges': ['Ok Always 1 0'],
  'fetch-and-op': ['Ok Always 1 0'],
  branches: ['No Never 0 2'],
  pointers: ['Ok Sometimes 1 1'],
  'address-dependency': ['Ok Sometimes 1 2', 'No Never 0 2'],
  'exchanged-pointers': ['Ok Always 2 0'],
  'waiting-loop': ['Ok Always 1 0'],
  'bounded-loops': ['Ok Sometimes 2 8'],
  'spurious-failure': ['Ok Sometimes 1 2'],
  'lock-free-counter': ['Ok Always 2 0'],
  'wide-values': ['Ok Sometimes 1 1'],
  'initial-registers': ['Ok Always 1 0'],
  'updates-without-result': ['Ok Always 2 0'],
};

const files = readdirSync(tests).filter((name) => name.endsWith('.litmus'));
const json = join(folder, 'answers.json');
const all = drista(
  ['litmus', '--model', 'rc11', '--model', 'sc', '--report', `json=${json}`, ...files.map((file) => join(tests, file))],
  {},
  folder,
  500_000,
);
const report = JSON.parse(readFileSync(json, 'utf8')) as { answers: readonly Answer[] };

test('each test has a known answer', () => {
  expect(files.map((file) => file.replace('.litmus', '')).sort()).toEqual(Object.keys(known).sort());
  expect(all).toMatchObject({ status: 0, stderr: '' });
});

test.each(Object.entries(known))('%s', (name, [rc11, sc = rc11]) => {
  const answers = report.answers
    .filter((answer) => answer.name === name)
    .map((a) => [a.model, `${a.result} ${a.observation} ${a.positive} ${a.negative}`]);
  expect(answers).toEqual([
    ['rc11', rc11],
    ['sc', sc],
  ]);
});

test('a race is named as in the test', () => {
  const [{ races }] = report.answers.filter(({ name }) => name === 'message-passing-race');
  expect(races).toEqual([
    'data race on data: thread 2 reads what thread 1 writes, with no happens-before order between them',
  ]);
});

test('the JSON is as described', () => {
  const validate = new Ajv({ allErrors: true }).compile(
    JSON.parse(readFileSync(join(top, 'docs', 'litmus.schema.json'), 'utf8')) as object,
  );
  validate(report);
  expect(validate.errors).toBeNull();
});

test('the text is that of herd7', () => {
  const names = ['store-buffering', 'compare-exchanges', 'message-passing-race'];
  expect(drista(['litmus', ...names.map((name) => join(tests, `${name}.litmus`))])).toEqual({
    status: 0,
    stderr: '',
    stdout: `Test store-buffering Allowed
States 4
0:a=0; 1:b=0;
0:a=0; 1:b=1;
0:a=1; 1:b=0;
0:a=1; 1:b=1;
Ok
Witnesses
Positive: 1 Negative: 3
Condition exists (0:a=0 /\\ 1:b=0)
Observation store-buffering Sometimes 1 3

Test compare-exchanges Allowed
States 1
0:a=0; 1:b=1; 1:e=0; [expected]=2;
Ok
Witnesses
Positive: 1 Negative: 0
Condition exists (0:a=0 /\\ 1:b=1)
Observation compare-exchanges Always 1 0

Test message-passing-race Required
States 1
1:got=-1; 1:seen=0;
Undef
Witnesses
Positive: 1 Negative: 0
Flag *undef*
Condition forall (1:seen=0 /\\ 1:got=-1 \\/ 1:seen=1 /\\ 1:got=7)
Observation message-passing-race Always 1 0
`,
  });
});

const thread = (body: string): string => `C t\n{}\nP0 (atomic_int *x, int *y) {\n${body}\n}\nexists (x=0)\n`;

/** A test with initial values and a thread that has pointers to atomic x, to y, to a pointer p, and to a long z. */
const withPointer = (body: string, initials = ''): string =>
  `C t\n{${initials}}\nP0 (atomic_int *x, int *y, int **p, long *z) {\n${body}\n}\nexists (x=0)\n`;

describe('what is not supported is refused with its place', () => {
  test.each([
    [thread('return;'), "4: 'return' is not supported"],
    [thread('break;'), "4: 'break' stands outside of a loop"],
    [thread('while (0) continue;'), undefined],
    [thread('int a = *x;'), '4: *x of an atomic object is not supported'],
    [thread('int a = *(int *)x;'), undefined],
    [thread('int a = *y + atomic_load(x);'), '4: two accesses to memory whose order C leaves open'],
    [thread('*y += atomic_load(x);'), "4: two accesses to memory whose order C leaves open (on both sides of '+=')"],
    [thread('atomic_store(*p, *y);').replace('int *y', 'int *y, int **p'), '4: two accesses to memory whose order'],
    [thread('int a = atomic_load(x) == 1 && *y;'), undefined],
    [thread('int a = 0; a = a++;'), "4: two accesses to a register whose order C leaves open (on both sides of '=')"],
    [thread('int a = 0; int b = a + (a = 1);'), '4: two accesses to a register whose order C leaves open'],
    [thread('int a = 0; int b = a == 0 ? (a = 1) : a;'), undefined],
    [
      thread('int e = 0; int a = atomic_compare_exchange_strong(x, &e, 1) + e;'),
      '4: two accesses to a register whose order C leaves open',
    ],
    [thread('int e = 0; int a = atomic_compare_exchange_strong(x, &e, e);'), undefined],
    [thread('int a = (*y = 1);'), '4: an assignment to memory within an expression is not supported'],
    [thread('(*y)++;'), "4: '++' needs a register of an integer type"],
    [thread('y = 0;'), "4: '=' needs a register, or '*' and a pointer, before it"],
    [thread('int a = (long)1;'), undefined],
    [thread('int a = (long)y;'), '4: casts of pointers to integers are not supported'],
    [thread('int a = b;'), "4: 'b' is not declared in this thread"],
    [thread('int a = y;'), "4: an address ('int *') is not converted to 'int': that is not supported"],
    [thread('int *a = 4;'), "4: an integer is not converted to 'int *': that is not supported"],
    [thread('long *a = y;'), "4: an address ('int *') is not converted to 'long *': that is not supported"],
    [thread('int *a = x;'), undefined],
    [thread('int a = &x;'), "4: addresses of objects ('&') are not supported here: name a parameter"],
    [thread('int a = x < y;'), "4: '<' of pointers is not supported"],
    [thread('int a = x - y;'), "4: '-' of pointers is not supported"],
    [thread('int a; *a = 1;'), "4: '*' needs a pointer"],
    [withPointer('int a = x == z;'), "4: '==' of values of different types is not supported"],
    [withPointer('atomic_fetch_add(p, 1);'), '4: atomic_fetch_add of a pointer is not supported'],
    [withPointer('atomic_compare_exchange_strong(z, y, 1);'), "4: the expected value has the type 'int', not 'long'"],
    [withPointer('int e; atomic_compare_exchange_strong(p, &e, 0);'), "4: the expected value has the type 'int', not"],
    [thread('foo(x);'), "4: the function 'foo' is not supported"],
    [thread('WRITE_ONCE(*y, 1);'), '4: WRITE_ONCE, which is not of C11, is not supported'],
    [thread('atomic_store(y, atomic_store(x, 1));'), '4: atomic_store has no value'],
    [
      'C t\n{}\nP0 (__int128 *x) { __int128 e; atomic_compare_exchange_weak(x, &e, 1); }\nexists (x=0)\n',
      '3: atomic_compare_exchange_weak of 128 bits, whose spurious failures drista does not explore',
    ],
    [
      thread('int a = atomic_load_explicit(x, memory_order_release);'),
      '4: memory_order_release is not allowed here (C11 7.17.7): write memory_order_relaxed, memory_order_acquire',
    ],
    [
      thread('int a = atomic_load_explicit(x, memory_order_consume);'),
      '4: memory_order_consume, which RC11 does not have, is not supported: use acquire or relaxed',
    ],
    [
      thread('atomic_store_explicit(x, 1, relaxed);'),
      "4: 'relaxed' is no memory order of C11: write memory_order_relaxed, memory_order_acquire, ",
    ],
    [thread('atomic_store(x, 1)'), "5: '}' stands where ';' is expected"],
    [thread('foo_t a;'), "4: the type 'foo_t' is not supported"],
    [thread('int a[2];'), '4: arrays are not supported'],
    [thread('int a; long a;'), "4: 'a' is declared with two types"],
    ['C t\n{}\nP0 (int *x) {}\nexist (x=0)', "4: 'exist' is not supported: write exists, ~exists or forall"],
    ['AArch64 t\n{}\n', '1: tests in AArch64 are not supported, only in C'],
    ['', '1: a litmus test begins with a line `C NAME`'],
    ['C t\n{ x = &y; }\nP0 (int *x) {}\nexists (x=0)', "2: [x] of type 'int' cannot be y at first"],
    ['C t\n{ p = x; }\nP0 (int **p, long *x) {}\nexists (x=0)', "2: [p] of type 'int *' cannot be x at first"],
    ['C t\n{ 0:r = 1; }\nP0 (int *x) {}\nexists (x=0)', '2: 0:r is not declared in a thread'],
    ['C t\n{ int 0:x = 1; }\nP0 (int *x) {}\nexists (x=0)', "3: the parameter 'x' is declared twice"],
    ['C t\n{ x; x = 1; }\nP0 (int *x) {}\nexists (x=0)', "2: 'x' has two initial values"],
    ['C t\n{ int a[2]; }\nP0 (int *x) {}\nexists (x=0)', '2: arrays are not supported'],
    ['C t\n{ atomic_t x = ATOMIC_INIT(0); }\nP0 (int *x) {}', "2: the type 'atomic_t' is not supported"],
    ['C t\n{}\nP0 (int x) {}\nexists (x=0)', '3: parameters that are no pointers are not supported'],
    ['C t\n{}\nP0 (int *x) {}\nP1 (long *x) {}\nexists (x=0)', "4: 'x' has the types 'int' and 'long'"],
    ['C t\n{}\nP0 (int **x) {}\nP1 (int *x) {}\nexists (x=0)', "4: 'x' has the types 'int *' and 'int'"],
    ['C t\n{}\nP1 (int *x) {}\nexists (x=0)', "3: 'P1' stands where thread P0 is expected"],
    ['C t\n{}\nP0 (int *x) {}\nexists (0:r=0)', '4: the condition names 0:r, which is not declared'],
    ['C t\n{}\nP0 (int *x) {}\nexists (z=0)', '4: the condition names [z], which is not declared'],
    ['C t\n{}\nP0 (int **x) {}\nexists (x=&y)', '4: the condition names y, which is no location'],
    ['C t\n{}\nP0 (int *x, int *y) {}\nexists (x=y)', '4: [x] holds no address: write [y] for the value at y'],
    ['C t\n{}\nP0 (int *x) {}\ncases', "4: 'cases' is not supported"],
    ['C t\n(* {}\nP0', '2: a comment is not closed'],
  ])('%j', (text, message) => {
    const read = (): unknown => readLitmus(text, 'a.litmus');
    if (message === undefined) expect(read).not.toThrow();
    else expect(read).toThrow(`a.litmus:${message}`);
  });

  test('the others are answered, and the exit code says so', () => {
    const bad = join(folder, 'bad.litmus');
    writeFileSync(bad, thread('goto end;'));
    const done = drista(['litmus', bad, join(tests, 'exchanges.litmus')]);
    expect(done.status).toBe(2);
    expect(done.stderr).toBe(`drista: ${bad}:4: 'goto' is not supported\n`);
    expect(done.stdout).toMatch(/^Test exchanges Required\n/);
  });

  test('files that are none', () => {
    expectRefusal(drista(['litmus', join(folder, 'nothing')]), /cannot be read \(ENOENT\)/);
    expectRefusal(drista(['litmus']), /no litmus test is given/);
  });
});

test('tests whose executions do not end have no answer', () => {
  const answerOf = (body: string): ReturnType<typeof drista> => {
    const file = join(folder, 'endless.litmus');
    writeFileSync(file, `C t\n{}\nP0 (atomic_int *x) {\n${body}\n}\nexists (x=1)`);
    return drista(['litmus', file], {}, folder);
  };
  expect(answerOf('while (atomic_load(x) == 0);')).toEqual({
    status: 2,
    stdout: '',
    stderr: `drista: ${join(folder, 'endless.litmus')}: an execution ends with an error: livelock: main waits for the \
end of thread 1, which waits in a loop that looks at x\n`,
  });
  for (const body of ['while (1);', 'do atomic_fetch_add(x, 1); while (1);'])
    expect(answerOf(body)).toEqual({
      status: 3,
      stdout: '',
      stderr: `drista: ${join(folder, 'endless.litmus')}: not explored: the rest of executions longer than \
--max-steps\n`,
    });
  expect(
    answerOf('int e; int n; while (!atomic_compare_exchange_weak(x, &e, 1)) n++; atomic_store(x, n);').stderr,
  ).toContain('not explored: executions in which a weak compare-exchange fails spuriously as often as it can');
});

test('what is added to an address must be 0', () => {
  const file = join(folder, 'offset.litmus');
  writeFileSync(file, 'C t\n{}\nP0 (int *x) { int r = *(x + 1); }\nexists (0:r=0)');
  expect(drista(['litmus', file], {}, folder)).toMatchObject({
    status: 2,
    stderr: `drista: ${file}: an execution ends with an error: assertion \`added_to_address == 0' failed\n`,
  });
});

test('weak exchanges need a compiler that tells them apart', () => {
  const file = join(tests, 'spurious-failure.litmus');
  expect(drista(['litmus', file], { DRISTA_PASS: 'off', DRISTA_CC: 'clang' }, folder)).toMatchObject({
    status: 2,
    stderr: `drista: ${file}: without its pass for clang, drista does not see which compare-exchanges are weak: set it \
up, or set DRISTA_CC=gcc\n`,
  });
});

test('addresses are shown by the names of locations', () => {
  const { stdout } = drista(['litmus', join(tests, 'exchanged-pointers.litmus')], {}, folder);
  expect(stdout).toBe(`Test exchanged-pointers Allowed
States 2
0:e=0; 1:r=x; [p]=0;
0:e=x; 1:r=y; [p]=0;
Ok
Witnesses
Positive: 2 Negative: 0
Condition exists ([p]=0 /\\ 0:e=0 /\\ 1:r=x \\/ [p]=0 /\\ 0:e=x /\\ 1:r=y)
Observation exchanged-pointers Always 2 0
`);
});

test('values of 128 bits are shown in full', () => {
  const { stdout } = drista(['litmus', join(tests, 'wide-values.litmus')], {}, folder);
  expect(stdout.split('\n').slice(2, 4)).toEqual([
    '0:r0=18446744073709551616; 1:r0=18446744073709551615; [x]=18446744073709551615; ' +
      '[y]=340282366920938463463374607431768211455;',
    '0:r0=18446744073709551616; 1:r0=18446744073709551616; [x]=18446744073709551615; ' +
      '[y]=340282366920938463463374607431768211455;',
  ]);
});

test('a limit leaves a test without an answer', () => {
  const done = drista(['litmus', '--time-limit', '0.000001', join(tests, 'independent-reads.litmus')]);
  expect(done.status).toBe(3);
  expect(done.stderr).toMatch(/^drista: .*independent-reads.litmus: not explored: [^\n]*\n$/);
  expect(done.stdout).toBe('');
});

test('all that can be written: comments, declarations, conditions', () => {
  const text = `C all.of+it
"what it shows"
Cycle=Rfe PodRW (* a comment (* in another *) *)
{ int x = 1; [y] = -2; _Atomic unsigned int z; volatile long w = 3 }
static void P0(const volatile int *x, _Atomic(int) *y, atomic_uint *z, long *w) {
  // register
  int a, b = -1, c = (*x);
  if (b < 0) a = 0x10; else { a = 2; }
  atomic_fetch_add_explicit(z, (a << 2) / 3 % 5, memory_order_acq_rel);
}
locations [ 0:c; w ]
filter not (y = 0) /\\ true
forall ((0:a=16 \\/ false) /\\ x == 1 => [z] != 0 /\\ P0:c = [x])
`;
  const test = readLitmus(text, 'a');
  expect(test.name).toBe('all.of+it');
  expect(Object.fromEntries(test.locations)).toEqual({
    x: { type: 'int', initial: 1n },
    y: { type: 'int', initial: -2n },
    z: { type: 'unsigned', initial: 0n },
    w: { type: 'long', initial: 3n },
  });
  expect(litmusProgram(test)).toContain('register_c = *(int volatile *)&location_x;');
});
