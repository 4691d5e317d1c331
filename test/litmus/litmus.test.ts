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

describe('what is not supported is refused with its place', () => {
  test.each([
    [thread('while (1) ;'), "4: loops ('while') are not supported"],
    [thread('return;'), "4: 'return' is not supported"],
    [thread('int a = *x;'), '4: *x of an atomic object is not supported'],
    [thread('int a = *y + atomic_load(x);'), '4: two accesses to memory whose order C leaves open'],
    [thread('int a = atomic_load(x) == 1 && *y;'), undefined],
    [thread('int *p;'), '4: registers that are pointers are not supported'],
    [thread('int a;\na += 1;'), "5: '+=' is not supported: write it as '='"],
    [thread('int a = (long)1;'), '4: casts are not supported'],
    [thread('int a = b;'), "4: 'b' is not declared in this thread"],
    [thread('int a = y;'), "4: pointers as values ('y') are not supported"],
    [thread('foo(x);'), "4: the function 'foo' is not supported"],
    [thread('WRITE_ONCE(*y, 1);'), '4: WRITE_ONCE, which is not of C11, is not supported'],
    [thread('atomic_store(y, atomic_store(x, 1));'), '4: atomic_store returns no value'],
    [
      thread('int a = 0; a = atomic_compare_exchange_weak(x, &a, 1);'),
      '4: atomic_compare_exchange_weak, which may fail',
    ],
    [thread('int a = atomic_load_explicit(x, memory_order_release);'), '4: memory_order_release is not allowed here'],
    [thread('atomic_store_explicit(x, 1, relaxed);'), "4: 'relaxed' is no memory order of C11"],
    [thread('atomic_store(x, 1)'), "5: '}' stands where ';' is expected"],
    [thread('foo_t a;'), "4: the type 'foo_t' is not supported"],
    [thread('int a = 1 ? 2 : 3;'), "4: '?' stands where ';' is expected"],
    ['AArch64 t\n{}\n', '1: tests in AArch64 are not supported, only in C'],
    ['', '1: a litmus test begins with a line `C NAME`'],
    ['C t\n{ x = &y; }\nP0 (int *x) {}\nexists (x=0)', '2: initial values that are no numbers are not supported'],
    ['C t\n{ 0:r = 1; }\nP0 (int *x) {}\nexists (x=0)', '2: initial values of registers are not supported'],
    ['C t\n{ int *p; }\nP0 (int *x) {}\nexists (x=0)', '2: locations that are pointers are not supported'],
    ['C t\n{ int a[2]; }\nP0 (int *x) {}\nexists (x=0)', '2: arrays are not supported'],
    ['C t\n{}\nP0 (int x) {}\nexists (x=0)', '3: parameters that are no pointers are not supported'],
    ['C t\n{}\nP0 (int **x) {}\nexists (x=0)', '3: pointers to pointers are not supported'],
    ['C t\n{}\nP0 (int *x) {}\nP1 (long *x) {}\nexists (x=0)', "4: 'x' has the types 'int' and 'long'"],
    ['C t\n{}\nP1 (int *x) {}\nexists (x=0)', "3: 'P1' stands where thread P0 is expected"],
    ['C t\n{}\nP0 (int *x) {}\nexists (0:r=0)', '4: the condition names 0:r, which is not declared'],
    ['C t\n{}\nP0 (int *x) {}\nexists (z=0)', '4: the condition names [z], which is not declared'],
    ['C t\n{}\nP0 (int *x) {}\nexists (x=&y)', '4: values that are addresses are not supported'],
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
forall ((0:a=16 \\/ false) /\\ x == 1 => [z] != 0 /\\ P0:c = x)
`;
  const test = readLitmus(text, 'a');
  expect(test.name).toBe('all.of+it');
  expect(Object.fromEntries(test.locations)).toEqual({
    x: { type: 'int', initial: 1n },
    y: { type: 'int', initial: -2n },
    z: { type: 'unsigned', initial: 0n },
    w: { type: 'long', initial: 3n },
  });
  expect(litmusProgram(test)).toContain('register_c = *(volatile int *)&location_x;');
});
