/** drista outcomes: all outcomes, how many executions have each, and one saved execution each. */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { modelNames } from '../../src/model/names';
import type { Language } from '../../src/compiler/language';
import { buildText } from '../support/compiled';
import { drista, expectRefusal, folder } from '../support/command';
import { top } from '../support/paths';
import { dristaStanding } from '../support/standing';

/** A program in C with these globals and threads, which main creates and joins; `end`: what main does then. */
function program(globals: string, threads: readonly string[], end = '', header = ''): string {
  return buildText(
    [
      '#include <pthread.h>',
      '#include <stdatomic.h>',
      '#include <stdio.h>',
      '#include <stdlib.h>',
      '#include <unistd.h>',
      '#include <drista.h>',
      header,
      globals,
      ...threads.map((body, t) => `static void *thread${t}(void *u) { ${body}; return u; }`),
      `int main(void) { pthread_t t[${threads.length + 1}];`,
      ...threads.map((_, t) => `pthread_create(&t[${t}], 0, thread${t}, 0);`),
      ...threads.map((_, t) => `pthread_join(t[${t}], 0);`),
      `${end}; return 0; }`,
    ].join('\n'),
    ['-Wno-unused'],
  );
}

/** By outcome as text: how many executions have it; null: they end with an error. */
type Counts = Readonly<Record<string, number | null>>;

interface Json {
  readonly models: readonly { readonly model: string; readonly executions: number; readonly limitsHit: string[] }[];
  readonly outcomes: readonly {
    readonly text: string;
    readonly executions: Counts;
    readonly addedBy: string;
    readonly file: string;
  }[];
  readonly notes: readonly string[];
}

function outcomesOf(
  path: string,
  options: readonly string[] = [],
  args: readonly string[] = [],
): Json & { status: number | null } {
  const done = dristaStanding([
    'outcomes',
    ...options,
    '--report',
    'json=-',
    path,
    ...(args.length > 0 ? ['--', ...args] : []),
  ]);
  expect(done.stderr).toBe('');
  return { ...(JSON.parse(done.stdout) as Json), status: done.status };
}

function counts({ outcomes }: Json, model = 'rc11'): Counts {
  return Object.fromEntries(
    outcomes.flatMap(({ text, executions }) => (model in executions ? [[text, executions[model]]] : [])),
  );
}

const relaxed = 'memory_order_relaxed';
const storeBuffering = program('atomic_int x, y;', [
  `atomic_store_explicit(&x, 1, ${relaxed}); drista_observe("a", atomic_load_explicit(&y, ${relaxed}))`,
  `atomic_store_explicit(&y, 1, ${relaxed}); drista_observe("b", atomic_load_explicit(&x, ${relaxed}))`,
]);

test('the table, which is sorted by the number of executions', () => {
  const path = program('atomic_int x;', ['x++', 'x++', 'drista_observe("x", x > 1)']);
  const done = drista(['outcomes', path]);
  expect(done.status).toBe(0);
  expect(done.stdout.replace(/\(.* runs, .* s\)/, '(...)')).toBe(`executions  outcome  saved
         4  x=0      drista-out/outcome-1.json
         2  x=1      drista-out/outcome-2.json

2 outcomes under rc11, equivalence observational (...)
`);
});

test('several models, and what each adds', () => {
  const done = dristaStanding(['outcomes', '--model', 'sc', '--model=rc11', '-q', storeBuffering]);
  expect(done.stdout).toBe(`sc  rc11  outcome  saved
 1     1  a=0 b=1  drista-out/outcome-1.json
 1     1  a=1 b=0  drista-out/outcome-2.json
 1     1  a=1 b=1  drista-out/outcome-3.json
 -     1  a=0 b=0  drista-out/outcome-4.json
`);
  const full = dristaStanding(['outcomes', '--model', 'sc', '--model', 'ra', '--model', 'rc11', storeBuffering]).stdout;
  expect(full).toContain('\nra adds 1 to the outcomes of sc: a=0 b=0\nrc11 adds none to the outcomes of sc, ra\n');
  const json = outcomesOf(storeBuffering, ['--model', 'sc', '--model', 'rc11']);
  expect(counts(json, 'sc')).toEqual({ 'a=0 b=1': 1, 'a=1 b=0': 1, 'a=1 b=1': 1 });
  expect(json.outcomes.filter(({ addedBy }) => addedBy === 'rc11').map(({ text }) => text)).toEqual(['a=0 b=0']);
});

test('as herd7 prints states', () => {
  const done = dristaStanding(['outcomes', '--herd', storeBuffering]);
  expect(done.stdout.split('\n').slice(1, -2)).toEqual([
    'States 4',
    'a=0; b=0;',
    'a=0; b=1;',
    'a=1; b=0;',
    'a=1; b=1;',
  ]);
});

test.each([
  ['observational', 2],
  ['rf', 3],
  ['co', 6],
])('the executions are those of a check: --equivalence %s', (equivalence, executions) => {
  const write = `atomic_store_explicit(&x, 1, ${relaxed})`;
  const equalWrites = program('atomic_int x;', [
    write,
    write,
    `drista_observe("a", atomic_load_explicit(&x, ${relaxed}))`,
  ]);
  const report = JSON.parse(
    dristaStanding(['--equivalence', equivalence, '--report', 'json=-', equalWrites]).stdout,
  ) as object;
  expect(report).toMatchObject({ executions, equivalence });
  const { models, outcomes } = outcomesOf(equalWrites, ['--equivalence', equivalence]);
  expect(models).toMatchObject([{ executions, equivalence }]);
  expect(outcomes.reduce((sum, { executions: n }) => sum + n.rc11!, 0)).toBe(executions);
});

test('each outcome is replayed', () => {
  const cwd = mkdtempSync(join(folder, 'replayed-'));
  for (const path of [
    storeBuffering,
    program(
      '',
      ['puts("a\\n")', 'puts("\\"b\\"\\\\")', 'assert_later()'],
      'exit(3)',
      'static void assert_later(void) { drista_assert(1); }',
    ),
  ]) {
    const text = dristaStanding(['outcomes', path], cwd).stdout;
    const rows = text
      .split('\n')
      .slice(1)
      .filter((line) => line.includes('outcome-'));
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) {
      const [, outcome, file] = /^ *\d+ {2}(.*?) +(\S*)$/.exec(row)!;
      const again = dristaStanding(['replay', '-q', file], cwd);
      expect(again).toEqual({ status: 0, stderr: '', stdout: `outcome: ${outcome}\n` });
    }
  }
  expect(existsSync(join(cwd, 'drista-out', 'outcome-1.json'))).toBe(true);
});

test('the execution of an outcome as a picture', () => {
  const cwd = mkdtempSync(join(folder, 'pictured-'));
  const path = program('atomic_int x;', ['atomic_store(&x, 1); printf("a")'], 'printf("%d", atomic_load(&x))');
  expect(dristaStanding(['outcomes', path], cwd).status).toBe(0);
  const file = join('drista-out', 'outcome-1.json');
  const page = dristaStanding(['replay', '--report', 'html=-', file], cwd);
  expect(page).toMatchObject({ status: 0, stderr: '' });
  // With what is computed from the graph.
  expect(page.stdout).toMatch(/"kind":"outcome","headline":"\\"a1\\"".*"viewsFrom":0/);
  const image = dristaStanding(['replay', '--report', 'svg=o.svg', file], cwd);
  expect(image).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(join(cwd, 'o.svg'), 'utf8')).toMatch(/outcome: &quot;a1&quot;/);
  const full = openSync('/dev/full', 'w');
  const done = spawnSync(join(top, 'drista'), ['replay', file], { cwd, stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  expect([done.status, String(done.stderr)]).toEqual([2, expect.stringMatching(/^drista: .*ENOSPC.*\n$/)]);
});

describe('what is observed', () => {
  test('values of all types', () => {
    const path = program(
      'enum e { A, B }; static int g[3];',
      [],
      `drista_observe("i", -1); drista_observe("u", 4000000000u); drista_observe("l", -1l << 62);
       drista_observe("m", (unsigned long)-1); drista_observe("c", (char)65); drista_observe("b", (_Bool)7);
       drista_observe("e", B); drista_observe("d", 0.1); drista_observe("f", 0.1f); drista_observe("n", (int *)0);
       drista_observe("p", &g[2]); drista_observe("t", "a b"); char s[] = "x"; drista_observe("s", s);
       short h = -2; const int k = 3; atomic_int a = 4; drista_observe("h", h); drista_observe("k", k);
       drista_observe("a", a); drista_observe("r10", 1); drista_observe("r9", 1)`,
    );
    expect(Object.keys(counts(outcomesOf(path)))).toEqual([
      'a=4 b=1 c=65 d=0.1 e=1 f=0.1 h=-2 i=-1 k=3 l=-4611686018427387904 m=18446744073709551615 n=NULL p=g[2] ' +
        'r9=1 r10=1 s="x" t="a b" u=4000000000',
    ]);
  });

  test('in C++', () => {
    const text = `#include <drista.h>
#include <string>
#include <thread>
#include <atomic>
enum e { A, B };
std::atomic<int> x;
int main() {
  std::thread t([] { drista_observe("x", x.load()); drista_observe("s", std::string("a")); });
  x = 1;
  t.join();
  drista_observe("b", true); drista_observe("e", B); drista_observe("u", 1ul); drista_observe("d", 1.5);
  drista_observe("c", "text"); drista_observe("p", (void *)nullptr);
}`;
    expect(counts(outcomesOf(buildText(text, [], 'c++' as Language)))).toEqual({
      'b=1 c="text" d=1.5 e=1 p=NULL s="a" u=1 x=0': 1,
      'b=1 c="text" d=1.5 e=1 p=NULL s="a" u=1 x=1': 1,
    });
  });

  test('the same name several times, by one thread and by several', () => {
    const path = program('atomic_int x;', [
      'drista_observe("r", x); drista_observe("r", x)',
      'x = 1; drista_observe("s", 5)',
      'drista_observe("s", 6)',
    ]);
    expect(counts(outcomesOf(path))).toEqual({
      'r=0,0 2:s=5 3:s=6': 1,
      'r=0,1 2:s=5 3:s=6': 1,
      'r=1,1 2:s=5 3:s=6': 1,
    });
  });

  test('in a loop that waits, an iteration that observes counts; others do not', () => {
    const waits = program('atomic_int x;', ['while (!x) ; drista_observe("done", 1)', 'x = 1']);
    expect(counts(outcomesOf(waits))).toEqual({ 'done=1': 1 });
    const bounded = program('atomic_int x;', [
      'for (int i = 0; i < 2 && !x; i++) drista_observe("tries", i); drista_observe("done", 1)',
      'x = 1',
    ]);
    expect(counts(outcomesOf(bounded))).toEqual({ 'done=1': 1, 'done=1 tries=0': 1, 'done=1 tries=0,1': 1 });
  });

  test('only in some execution, and after local states have met', () => {
    const path = program('atomic_int x, y;', [
      'int a = x; if (a == 2) drista_observe("seen", a); a = 0; drista_observe("y", y)',
      'x = 1; x = 2; y = 1',
    ]);
    const expected = { 'y=0': 2, 'y=1': 2, 'seen=2 y=0': 1, 'seen=2 y=1': 1 };
    expect(counts(outcomesOf(path))).toEqual(expected);
    expect(counts(outcomesOf(path, ['--tune', 'local-states=off', '--tune', 'isolation=process']))).toEqual(expected);
    expect(counts(outcomesOf(path, ['--tune', 'runs=all']))).toEqual(expected);
  });

  test('it changes nothing of a check', () => {
    const loop = program('atomic_int x;', ['while (!x) drista_observe("again", 1)', 'x = 1']);
    expect(dristaStanding([loop]).stdout).toMatch(/verified: .* \(1 execution, /);
  });
});

describe('what is printed', () => {
  const words = (json: Json): string[] => Object.keys(counts(json)).sort();

  test('in each order, by all kinds of calls', () => {
    const path = program('', ['printf("%d", 1); putchar(50)', 'fputs("a", stdout); if (write(1, "b", 1)) return u']);
    expect(words(outcomesOf(path))).toEqual(['"12ab"', '"1a2b"', '"1ab2"', '"a12b"', '"a1b2"', '"ab12"']);
  });

  test('only in the orders that a mutex leaves', () => {
    const print = 'pthread_mutex_lock(&m); puts("x"); puts("y"); pthread_mutex_unlock(&m)';
    const path = program('pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;', [print, print.replaceAll('"x"', '"z"')]);
    expect(words(outcomesOf(path))).toEqual(['"x\\ny\\nz\\ny\\n"', '"z\\ny\\nx\\ny\\n"']);
  });

  test('printing synchronises nothing', () => {
    const path = program(
      'atomic_int x, y; int a, b;',
      [
        `atomic_store_explicit(&x, 1, ${relaxed}); puts("-"); a = atomic_load_explicit(&y, ${relaxed})`,
        `atomic_store_explicit(&y, 1, ${relaxed}); puts("-"); b = atomic_load_explicit(&x, ${relaxed})`,
      ],
      'printf("%d%d", a, b)',
    );
    expect(words(outcomesOf(path))).toEqual(['00', '01', '10', '11'].map((last) => `"-\\n-\\n${last}"`));
    expect(words(outcomesOf(path, ['--equivalence', 'rf']))).toHaveLength(4);
  });

  test('not what threads print after the end of the process', () => {
    const path = buildText(`#include <pthread.h>
#include <stdio.h>
static void *f(void *u) { puts("x"); puts("y"); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); return 0; }`);
    expect(words(outcomesOf(path))).toEqual(['"x\\n"', '"x\\ny\\n"', 'nothing']);
  });

  test('on duplicates of standard output, and not elsewhere', () => {
    const path = program(
      '',
      [],
      `int d = dup(1); dprintf(d, "a"); dup2(2, d); dprintf(d, "no"); dup2(1, 9); dprintf(9, "b");
       fprintf(stderr, "no");
       FILE *f = fopen("/dev/null", "w"); fputs("no", f); fclose(f); freopen("/dev/null", "w", stdout); puts("no")`,
    );
    expect(words(outcomesOf(path))).toEqual(['"ab"']);
  });

  test('what the code of the program puts into the buffer itself', () => {
    const unlocked = (c: string): string => `putc_unlocked('${c}', stdout)`;
    const path = program(
      '__attribute__((constructor)) static void before(void) { puts("before"); }',
      [`flockfile(stdout); ${unlocked('a')}; putchar_unlocked(98); ${unlocked('c')}; funlockfile(stdout)`, 'puts("x")'],
      `char b[64]; setvbuf(stdout, b, _IOFBF, sizeof b); ${unlocked('y')}; fflush(stdout); ${unlocked('z')};
       setvbuf(stdout, 0, _IONBF, 0); ${unlocked('!')}`,
    );
    expect(words(outcomesOf(path))).toEqual(['"abcx\\nyz!"', '"x\\nabcyz!"']);
  });

  test('any bytes, and exit codes', () => {
    const path = program('', [], 'fwrite("a\\0\\\\\\t\\"", 1, 5, stdout); fputs("\\x1b[2J", stdout); exit(7)');
    expect(words(outcomesOf(path))).toEqual(['"a\\0\\\\\\t\\"\\x1b[2J" exit code 7']);
  });

  test('--of printed counts output of a program that observes', () => {
    const path = program('', ['drista_observe("r", 1); puts("x")']);
    expect(words(outcomesOf(path))).toEqual(['r=1']);
    expect(words(outcomesOf(path, ['--of', 'printed']))).toEqual(['"x\\n"']);
    expect(words(outcomesOf(path, ['--of', 'observed']))).toEqual(['r=1']);
  });
});

test('executions with errors are outcomes, too', () => {
  const path = program('atomic_int x; int data;', [
    'int a = x; drista_assert(a != 1); drista_observe("a", a)',
    'x = 1; x = 2',
  ]);
  const done = dristaStanding(['outcomes', path]);
  expect(done.status).toBe(1);
  const rows = done.stdout
    .split('\n')
    .slice(1, 4)
    .map((line) => line.trim().split(/ {2,}/));
  expect(rows).toEqual([
    ['1', 'a=0', 'drista-out/outcome-1.json'],
    ['1', 'a=2', 'drista-out/outcome-2.json'],
    ['error', expect.stringMatching(/^error: .*assertion `a != 1' failed: .*/) as string, 'drista-out/outcome-3.json'],
  ]);
  expect(dristaStanding(['replay', 'drista-out/outcome-3.json']).status).toBe(1);
  expect(counts(outcomesOf(path))).toMatchObject({ 'a=0': 1, 'a=2': 1 });
});

test('a limit: what was found, and exit code 3', () => {
  const done = dristaStanding(['outcomes', '--max-executions', '2', storeBuffering]);
  expect(done.status).toBe(3);
  expect(done.stdout).toMatch(/2 outcomes under rc11, .*; not explored: the executions after --max-executions\n$/);
  expect(existsSync(join(folder, 'drista-out', 'program0.resume'))).toBe(false);
});

test('the JSON is as described', () => {
  const validate = new Ajv({ allErrors: true }).compile(
    JSON.parse(readFileSync(join(top, 'docs', 'outcomes.schema.json'), 'utf8')) as object,
  );
  for (const path of [storeBuffering, program('', [], 'drista_assert(0)')]) {
    validate(
      JSON.parse(dristaStanding(['outcomes', '--model', 'sc', '--model', 'rc11', '--report', 'json=-', path]).stdout),
    );
    expect(validate.errors).toBeNull();
  }
});

test('wrong use', () => {
  expectRefusal(drista(['outcomes']), /no program is given/);
  expectRefusal(
    drista(['outcomes', '--model', 'alpha', storeBuffering]),
    new RegExp(`--model knows ${modelNames.join(', ')}, not 'alpha'`),
  );
  expectRefusal(
    drista(['outcomes', '--equivalence', 'state', storeBuffering]),
    /--equivalence knows observational, rf, co/,
  );
  expectRefusal(drista(['outcomes', storeBuffering, 'b']), /unexpected argument 'b'/);
  expectRefusal(drista(['outcomes', '--jobs', '2', storeBuffering]), /unknown option --jobs/);
});
