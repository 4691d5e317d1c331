/** What the playground's C takes and refuses, what it says of undefined behaviour, and links. */
import { examples } from '../../src/playground/examples';
import { isLitmus, PlaygroundExploration } from '../../src/playground/exploration';
import { fragmentOf, linkedProgram } from '../../src/playground/program-link';
import type { PlaygroundFindings } from '../../src/playground/playground-findings';

function found(text: string, limits: { maxExecutions?: number } = {}): PlaygroundFindings {
  return new PlaygroundExploration({ text, models: ['rc11'], maxExecutions: 1000, maxSeconds: 60, ...limits }).run();
}

/** What the text is refused with. */
function refusal(text: string): string {
  try {
    found(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'it was taken';
}

const inMain = (statements: string, before = ''): string => `${before}\nint main(void) { ${statements} }\n`;

test.each([
  ['int x', "1:6: the program ends where ';' is expected"],
  ['float x;', "1:1: 'float' is not supported in the playground: check it with drista cc"],
  [
    'pthread_cond_t c;',
    '1:1: condition variables are not supported in the playground: check the program with drista cc',
  ],
  ['#include <unistd.h>\n', '1:1: <unistd.h> is not known here: check the program with drista cc'],
  ['#define F(x) x\n', '1:1: macros with parameters are not supported: make F a function'],
  ['#ifdef X\n', "1:1: '#ifdef' is not supported: remove it"],
  ['int f(void) { return 0; }', "1:1: a program has a function 'int main(void)'"],
  [inMain('goto end;'), "2:18: 'goto' is not supported: use if and loops"],
  [inMain('x = 1;'), "2:18: 'x' is not declared"],
  [inMain('return malloc(4);'), "2:25: the function 'malloc' is not known here: use global variables"],
  [
    inMain('atomic_load(&x);', 'int x;'),
    '2:30: atomic_load needs a pointer to an atomic object: declare it as atomic_int, or _Atomic',
  ],
  [
    inMain('atomic_load_explicit(&x, memory_order_release);', 'atomic_int x;'),
    '2:43: memory_order_release is not allowed here (C11 7.17.7)',
  ],
  [
    inMain('x *= 2;', 'atomic_int x;'),
    "2:20: '*=' of this atomic object is not supported: write a loop with atomic_compare_exchange_weak",
  ],
  [inMain('int *p = 1;'), "2:23: an integer is not converted to 'int *': write a cast"],
  [inMain('break;'), "2:18: 'break' stands outside of a loop"],
  [inMain('int a[2]; a[0] = a;'), "2:33: a pointer is not converted to 'int': write a cast"],
])('refused: %s', (text, message) => {
  expect(refusal(text)).toBe(`program.c:${message}`);
});

test('a loop without events that takes very long is refused', () => {
  expect(refusal(inMain('for (int i = 0; ; i = (i + 1) % 3000000) ;'))).toMatch(
    /^program\.c:2:\d+: main takes more than 200000 steps here without looking at memory: make the loop shorter$/,
  );
});

test('a litmus test is refused with its line', () => {
  expect(isLitmus('C name\n{}')).toBe(true);
  expect(isLitmus('int x;')).toBe(false);
  expect(refusal('C name\n{}\nP0 (atomic_int *x) { goto x; }')).toBe("test.litmus:3: 'goto' is not supported");
});

test.each([
  [
    'int x = 2147483647; x++; return x != 0;',
    'misuse',
    "signed overflow: '+' gives 2147483648, which is no int (C11 6.5p5)",
  ],
  ['int x = 0; return 1 / x;', 'misuse', "division by zero: the right side of '/' is 0 (C11 6.5.5p5)"],
  [
    'int x = 32; return 1 << x;',
    'misuse',
    'a shift of 1 by 32, which is not below the 32 bits of its type (C11 6.5.7p3)',
  ],
  ['int x; return x;', 'misuse', 'reads a variable that has no value yet (C11 6.3.2.1p2)'],
  ['int a[2] = {0}; int i = 2; return a[i];', 'memory', 'accesses element 2 of an array of 2 elements'],
  ['int *p = NULL; return *p;', 'memory', 'accesses what a null pointer points to'],
  ['int *p = &g; return p[1];', 'memory', 'accesses memory outside of all objects'],
  ['return *past();', 'memory', 'accesses a variable of a call that has ended (C11 6.2.4p2)'],
  ['abort();', 'abort', 'main calls abort'],
  ['pthread_t t = 7; pthread_join(t, NULL);', 'misuse', 'joins 7, which is no thread'],
  ['for (;;) ;', 'livelock', 'main'],
])('an error: %s', (statements, kind, text) => {
  const { models } = found(inMain(statements, 'int g; int *past(void) { int local = 1; int *p = &local; return p; }'));
  expect(models[0].verdict).toBe('error');
  expect(models[0].errors.map((e) => e.kind)).toEqual([kind]);
  expect(models[0].errors[0].message).toContain(text);
});

test('values are those of C', () => {
  const { rows } = found(
    inMain(
      `drista_observe("a", (unsigned char)300); drista_observe("b", -7 / 2); drista_observe("c", -7 % 2);
       drista_observe("d", 1u - 2); drista_observe("e", sizeof(long)); drista_observe("f", (signed char)200);
       drista_observe("g", -1 < 1u); drista_observe("h", 'a' + 1); drista_observe("i", (bool)256);
       short s = 32767; s++; drista_observe("j", s); drista_observe("k", 5 > 3 ? 07 : 0x10);
       int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; drista_observe("l", m[1][2]);
       struct point p = {1, {2, 3}}; p.y[1] += p.x; drista_observe("m", p.y[1]);
       int n = 3; while (n --> 1) { if (n == 2) continue; break; } drista_observe("n", n);
       drista_observe("o", fib(10)); drista_observe("p", (x++, x += 2, x)); drista_observe("q", RED + BLUE * N);`,
      `struct point { int x; int y[2]; }; enum { RED, GREEN, BLUE }; atomic_int x;
#define N (GREEN + 4)
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }`,
    ),
  );
  expect(rows.map(({ text }) => text)).toEqual([
    'a=44 b=-3 c=-1 d=4294967295 e=8 f=-56 g=0 h=98 i=1 j=-32768 k=7 l=6 m=4 n=1 o=55 p=3 q=10',
  ]);
});

test('choices, assumptions, and the limit of executions', () => {
  const text = inMain('int n = drista_choose(5); drista_assume(n != 3); drista_observe("n", n);');
  expect(
    found(text)
      .rows.map((row) => row.text)
      .sort(),
  ).toEqual(['n=0', 'n=1', 'n=2', 'n=4']);
  const { models } = found(text, { maxExecutions: 2 });
  expect(models[0]).toMatchObject({ verdict: 'inconclusive', executions: 2, limits: ['executions'] });
  const endless = 'atomic_int x; void *f(void *a) { for (int i = 0; x != 1; i++) x = i % 7 + 2; return a; }';
  const loop = found(inMain('pthread_t t; pthread_create(&t, NULL, f, NULL); pthread_join(t, NULL);', endless));
  expect(loop.models[0].verdict).not.toBe('verified');
});

test('every execution and every error can be drawn', () => {
  for (const { text } of examples) {
    const exploration = new PlaygroundExploration({ text, models: ['rc11'], maxExecutions: 1000, maxSeconds: 60 });
    const { models } = exploration.run();
    const pictures = [
      ...models[0].errors.map((_, n) => exploration.picture(0, 'error', n)),
      ...models[0].shown.map((_, n) => exploration.picture(0, 'execution', n)),
    ];
    expect(pictures.length).toBeGreaterThan(0);
    for (const { errors, sources } of pictures) {
      expect(errors[0].graph?.edges).toBeDefined();
      expect(sources[0].blocks[0].lines.length).toBeGreaterThan(5);
    }
  }
});

test('a link holds program and models', () => {
  const program = { text: 'int x; // ä ∧ 漢 \u{1f600} %#?&\n', models: ['rc11', 'sc'] as const };
  const fragment = fragmentOf(program);
  expect(fragment).toMatch(/^#p=[\w-]+$/);
  expect(linkedProgram(fragment)).toEqual(program);
  expect(linkedProgram('')).toBeUndefined();
  expect(linkedProgram(fragment.slice(0, -9))).toBeUndefined();
  expect(linkedProgram(`#p=${btoa('["x",["rc11","other"]]').replace(/=+$/, '')}`)).toEqual({
    text: 'x',
    models: ['rc11'],
  });
  expect(linkedProgram(`#p=${btoa('{"x":1}').replace(/=+$/, '')}`)).toBeUndefined();
});
