/** drista weaken, drista repair: on compiled programs, from the command line. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Ajv from 'ajv';
import { ordersCheck, type OrdersRequest } from '../../src/check/orders-check';
import { ordersRequests } from '../../src/cli/orders-tests';
import type { OrdersFacts } from '../../src/orders/orders-result';
import { build } from '../support/compiled';
import { drista, expectRefusal, folder, startDrista } from '../support/command';
import { top } from '../support/paths';

interface Json {
  readonly verdict: string;
  readonly sites: readonly {
    readonly place: string;
    readonly operation: string;
    readonly was: string;
    readonly is: string;
    readonly witness?: string;
    readonly byHand?: true;
  }[];
  readonly failure?: { readonly error: string; readonly witness: string };
  readonly checks: number;
  readonly replays: number;
  readonly seconds: number;
  readonly notes: readonly string[];
}

const schema = new Ajv({ allErrors: true }).compile(
  JSON.parse(readFileSync(join(top, 'docs', 'orders.schema.json'), 'utf8')) as object,
);

/** A program with its source in a folder of its own. */
function program(text: string, flags: readonly string[] = [], extension = 'c'): string {
  const source = join(mkdtempSync(join(folder, 'orders-')), `test.${extension}`);
  writeFileSync(source, text);
  return build([source], ['-g', '-Wno-unused', ...flags], extension === 'c' ? 'c' : 'c++');
}

/** The result as JSON, which follows the schema. Witnesses are in the test's folder. */
function result(args: readonly string[]): Json & { status: number | null } {
  const done = drista([...args, '--report', 'json=-'], {}, folder, 240_000);
  expect(done.stderr).toBe('');
  const json = JSON.parse(done.stdout) as Json;
  expect([schema(json), schema.errors]).toEqual([true, null]);
  return { ...json, status: done.status };
}

/** Line and column, operation, and the orders. */
function rows({ sites }: Json): string[] {
  return sites.map(({ place, operation, was, is }) => {
    const [line, column] = place.split(':').slice(-2);
    return `${line}:${column} ${operation}: ${was} ${is}`;
  });
}

function c(globals: string, threads: readonly string[], end = ''): string {
  return [
    '#include <assert.h>',
    '#include <pthread.h>',
    '#include <stdatomic.h>',
    globals,
    ...threads.map((body, t) => `static void *thread${t}(void *u) {\n${body}\nreturn u; }`),
    `int main(void) { pthread_t t[${threads.length}];`,
    ...threads.map((_, t) => `pthread_create(&t[${t}], 0, thread${t}, 0);`),
    ...threads.map((_, t) => `pthread_join(t[${t}], 0);`),
    `${end} return 0; }`,
  ].join('\n');
}

const passing = c('int data; atomic_int ready;', [
  'data = 1;\natomic_store(&ready, 1);',
  'if (atomic_load(&ready)) assert(data == 1);',
]);
const buffering = (order: string): string =>
  c(
    'atomic_int x, y; int a, b;',
    [
      `atomic_store_explicit(&x, 1, ${order});\na = atomic_load_explicit(&y, ${order});`,
      `atomic_store_explicit(&y, 1, ${order});\nb = atomic_load_explicit(&x, ${order});`,
    ],
    'assert(a || b);',
  );

describe('weaken', () => {
  test.each(['-O0', '-O2'])('message passing needs release and acquire, %s', (flag) => {
    const found = result(['weaken', program(passing, [flag])]);
    expect([found.status, found.verdict, rows(found)]).toEqual([
      0,
      'minimal',
      ['7:1 store: seq_cst release', '10:5 load: seq_cst acquire'],
    ]);
    expect(new Set(found.sites.map(({ witness }) => witness)).size).toBe(2);
    for (const { witness } of found.sites) {
      const replayed = drista(['replay', witness!]);
      expect([replayed.status, replayed.stdout]).toEqual([1, expect.stringMatching(/^error: data race/)]);
    }
  });

  test('a test for drista spec: a stack needs what some client needs', () => {
    const [load, exchange, again] = ['acquire', 'release', 'acquire'].map((order) => `std::memory_order_${order}`);
    const source = join(mkdtempSync(join(folder, 'orders-')), 'test.drista.cc');
    writeFileSync(
      source,
      `// drista: verified --calls 3 --threads 2
#include <atomic>
#include <drista/spec.h>
struct stack {
  struct node { int v; node *next; };
  std::atomic<node *> top{nullptr};
  void push(int v) {
    node *n = new node{v, top.load(std::memory_order_relaxed)};
    while (!top.compare_exchange_strong(n->next, n, ${exchange}, std::memory_order_relaxed)) { }
  }
  bool pop(int &v) {
    node *n = top.load(${load});
    while (n && !top.compare_exchange_strong(n, n->next, ${again}, ${again})) { }
    return n ? (v = n->v, true) : false;
  }
};
DRISTA_SPEC(stack, drista::spec::stack).operation("push", &stack::push).operation("pop", &stack::pop);
`,
    );
    const found = result(['weaken', '--from', 'sc', source]);
    expect([found.verdict, found.sites.map(({ operation, is }) => `${operation} ${is}`)]).toEqual([
      'minimal',
      [
        ...['load relaxed', 'compare_exchange release', 'compare_exchange failure relaxed'],
        ...['load acquire', 'compare_exchange relaxed', 'compare_exchange failure acquire'],
      ],
    ]);
    expectRefusal(drista(['weaken', '--equivalence', 'rf', source]), /--equivalence is not for tests of drista spec/);
  }, 300_000);

  test('of two tests the sites need what one of them needs', () => {
    const source = (body: string): string =>
      c('int data; atomic_int ready;', [
        'data = 1;\natomic_store(&ready, 1);',
        `int r = atomic_load(&ready);\n${body}`,
      ]);
    const path = join(mkdtempSync(join(folder, 'orders-')), 'test.c');
    const builds = ['(void)r;', 'if (r) assert(data == 1);'].map((body) => {
      writeFileSync(path, source(body));
      return build([path], ['-g']);
    });
    const orders = (tests: readonly string[]): string[] => result(['weaken', ...tests]).sites.map(({ is }) => is);
    expect(orders([builds[0]])).toEqual(['relaxed', 'relaxed']);
    expect(orders(builds)).toEqual(['release', 'acquire']);
    expect(orders(builds.toReversed())).toEqual(['release', 'acquire']);
  });

  test('store buffering with fences needs both, and relaxed accesses', () => {
    const text = c(
      'atomic_int x, y; int a, b;',
      [
        'x = 1;\natomic_thread_fence(memory_order_seq_cst);\na = y;',
        'y = 1;\natomic_thread_fence(memory_order_seq_cst);\nb = x;',
      ],
      'assert(a || b);',
    );
    // Fences cost most, so they go first; then the accesses must be seq_cst.
    const found = result(['weaken', program(text)]);
    expect(found.sites.map(({ operation, is }) => `${operation} ${is}`)).toEqual([
      ...['store seq_cst', 'fence none', 'load seq_cst'],
      ...['store seq_cst', 'fence none', 'load seq_cst'],
    ]);
    const kept = result(['weaken', program(text), '--keep', 'test.c:7', '--keep', 'test.c:12:1']);
    expect(rows(kept)).toEqual([
      '6:3 store: seq_cst relaxed',
      '8:5 load: seq_cst relaxed',
      '11:3 store: seq_cst relaxed',
      '13:5 load: seq_cst relaxed',
    ]);
  });

  test('from seq_cst everywhere', () => {
    const found = result(['weaken', '--from', 'sc', program(buffering('memory_order_relaxed'))]);
    expect(rows(found)).toEqual([
      '6:1 store: relaxed seq_cst',
      '7:5 load: relaxed seq_cst',
      '10:1 store: relaxed seq_cst',
      '11:5 load: relaxed seq_cst',
    ]);
  });

  test('the patch of C++ sources applies, builds, and is verified', () => {
    const text = `#include <atomic>
#include <cassert>
#include <thread>
template <typename T> struct Cell {
  std::atomic<bool> full{false};
  T value{};
  void put(T v) { value = v; full = true; }
  bool get(T &v) { if (!full) return false; v = value; return true; }
};
Cell<int> cell;
Cell<long> other;
std::atomic<int> count{0};
int main() {
  std::thread a([] { cell.put(7); count++; other.put(8); });
  std::thread b([] { int v; long w; if (cell.get(v)) assert(v == 7); if (other.get(w)) assert(w == 8); ++count; });
  a.join();
  b.join();
  assert(count.load() == 2);
}
`;
    const path = join(mkdtempSync(join(folder, 'orders-')), 'test.cc');
    writeFileSync(path, text);
    const patch = join(dirname(path), 'orders.patch');
    const found = result(['weaken', build([path], ['-g'], 'c++'), '--patch', patch]);
    expect([found.verdict, rows(found)]).toEqual([
      'minimal',
      [
        '7:35 store: seq_cst release',
        '8:25 load: seq_cst acquire',
        '14:35 fetch_add: seq_cst relaxed',
        '15:104 fetch_add: seq_cst relaxed',
        '18:3 load: seq_cst relaxed',
      ],
    ]);
    const applied = spawnSync('patch', ['-p1', '-d', folder, '-i', patch], { encoding: 'utf8' });
    expect([applied.status, applied.stderr]).toEqual([0, '']);
    const now = readFileSync(path, 'utf8');
    expect(now).toContain('full.store(true, std::memory_order_release);');
    expect(now).toContain('if (!full.load(std::memory_order_acquire))');
    expect(now).toContain('count.fetch_add(1, std::memory_order_relaxed); other.put');
    const again = result(['weaken', build([path], ['-g'], 'c++')]);
    expect([again.verdict, again.sites.filter(({ was, is }) => was !== is)]).toEqual(['minimal', []]);
  });

  test('an operation with several orders has a site for each, in several tests too', () => {
    const template = `#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> x{0};
int data;
template <std::memory_order O> int add() { return x.fetch_add(1, O); }
int main() {
  std::thread a([] { data = 1; add<std::memory_order_release>(); });
  std::thread b([] { if (add<std::memory_order_acquire>() == 1) assert(data == 1); });
  a.join();
  b.join();
}
`;
    const path = program(template, ['-std=c++17'], 'cc');
    const found = result(['repair', path]);
    expect([found.verdict, rows(found)]).toEqual([
      'unchanged',
      ['6:53 fetch_add: release release', '6:53 fetch_add: acquire acquire'],
    ]);
    const macro = c(
      'int data; atomic_int x;\n#define SET(v) (atomic_store_explicit(&x, v, memory_order_relaxed), ' +
        'atomic_store_explicit(&x, 2 * (v), memory_order_release))',
      ['data = 1;\nSET(1);', 'if (atomic_load_explicit(&x, memory_order_acquire)) assert(data == 1);'],
    );
    const repaired = result(['repair', program(macro)]);
    expect([repaired.verdict, rows(repaired)]).toEqual([
      'cheapest',
      ['8:1 store: relaxed release', '8:1 store: release release', '11:5 load: acquire acquire'],
    ]);
    const root = mkdtempSync(join(folder, 'orders-'));
    const publish = 'static void pub(memory_order o) { atomic_store_explicit(&ready, 1, o); }';
    writeFileSync(join(root, 'h.h'), `#include <stdatomic.h>\natomic_int ready; int data;\n${publish}\n`);
    const tests = ['relaxed', 'release'].map((order) => {
      const look = 'int r = atomic_load_explicit(&ready, memory_order_acquire);';
      const use = order === 'release' ? 'if (r) assert(data == 1);' : '(void)r;';
      const body = [`data = 1; pub(memory_order_${order});`, `${look} ${use}`];
      writeFileSync(join(root, `${order}.c`), c('#include "h.h"', body));
      return build([join(root, `${order}.c`)], ['-g', '-Wno-unused']);
    });
    for (const order of [tests, tests.toReversed()]) expect(result(['weaken', ...order]).verdict).toBe('minimal');
  });

  test('a source outside of the working directory, with spaces and other bytes than UTF-8 in it', () => {
    const root = mkdtempSync(join(folder, 'orders-'));
    mkdirSync(join(root, 'sp ace'));
    mkdirSync(join(root, 'build'));
    const source = join(root, 'sp ace', 'te st.c');
    const marked = passing
      .replace('data = 1;', '/* \u00e9\u00e8 */ data = 1; /* \u00fc */')
      .replace('\natomic_s', ' atomic_s');
    writeFileSync(source, Buffer.from(marked, 'latin1'));
    const path = build([source], ['-g']);
    const done = drista(['weaken', path, '--patch', 'orders.patch'], {}, join(root, 'build'));
    expect(done.stdout).toMatch(/note: sources lie outside of the working directory: patch -d \S+ -p1 < orders\.patch/);
    const applied = spawnSync('patch', ['-d', root, '-p1', '-i', join(root, 'build', 'orders.patch')], {
      encoding: 'utf8',
    });
    expect([applied.status, applied.stderr]).toEqual([0, '']);
    const now = readFileSync(source, 'latin1');
    expect(now).toContain('/* \u00fc */ atomic_store_explicit(&ready, 1, memory_order_release);');
  });

  test('a source that was changed since is left as it is', () => {
    const path = program(passing);
    const source = /([^ ]*test\.c)/.exec(result(['weaken', path]).sites[0].place)![1];
    const file = join(folder, source);
    utimesSync(file, Date.now() / 1000 + 100, Date.now() / 1000 + 100);
    const patch = join(dirname(file), 'orders.patch');
    const done = drista(['weaken', path, '--patch', patch]);
    expect(done.stdout).toMatch(/by hand: .*store: seq_cst -> release \(its source was changed after the program was/);
    expect(existsSync(patch)).toBe(false);
  });

  test('a test that fails as it is', () => {
    const done = drista(['weaken', program(buffering('memory_order_relaxed'))]);
    expect([done.status, done.stderr]).toEqual([1, '']);
    expect(done.stdout).toMatch(/^error: a test fails with the orders that it has; `drista repair` looks for/);
    expect(done.stdout).toMatch(/assertion `a \|\| b' failed/);
  });

  test('tests by their sources, with the options that they state', () => {
    const root = mkdtempSync(join(folder, 'orders-'));
    const body = buffering('memory_order_seq_cst');
    writeFileSync(join(root, 'a.drista.c'), `// drista: verified --model sc\n${body}`);
    writeFileSync(join(root, 'b.drista.c'), `// drista: error assertion\n${buffering('memory_order_relaxed')}`);
    const weakened = drista(['weaken', '.', '--quiet'], {}, root);
    expect([weakened.status, weakened.stdout]).toEqual([
      0,
      'minimal: all tests are verified with these orders, and some test fails if any of them is weaker\n' +
        ['7:1  store', '8:5  load ', '11:1 store', '12:5 load ']
          .map((site) => `  a.drista.c:${site}  seq_cst  ->  relaxed\n`)
          .map((line) => line.replace(/(:\d+:\d+) +/, (_, at: string) => `${at.padEnd(5)}  `))
          .join(''),
    ]);
    const repaired = drista(['repair', 'b.drista.c'], {}, root);
    expect([repaired.status, repaired.stdout]).toEqual([0, expect.stringMatching(/^repaired: .*none that cost less/)]);
    expectRefusal(drista(['weaken', 'b.drista.c'], {}, root), /no test there is to be verified/);
  });

  test('a page', () => {
    const page = join(folder, 'orders.html');
    const done = drista(['weaken', program(passing), '--report', `html=${page}`]);
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(readFileSync(page, 'utf8')).toMatch(/<td>store<\/td><td>seq_cst<\/td><td>release<\/td><td>error: data race/);
  });

  test('an interrupted search keeps the best orders, and goes on from there', async () => {
    const path = program(passing);
    const tests = await ordersRequests({ aim: 'weaken', names: [path], options: {}, given: [], rest: [] });
    const request: OrdersRequest = {
      aim: 'weaken',
      tests,
      from: 'own',
      filter: { only: [], keep: [], foreign: [] },
      target: 'arm64',
      timeLimit: undefined,
    };
    const onOrders = (): void => undefined;
    const whole = ordersCheck(request, { onOrders, interrupted: () => false });
    let checks = 0;
    for (let n = 0, facts: OrdersFacts | undefined; ; n++) {
      let asked = 0;
      const found = ordersCheck({ ...request, facts }, { onOrders, interrupted: () => ++asked > 40 * (n + 1) });
      checks = found.checks;
      if (found.verdict !== 'minimal') expect(['verified', 'unknown']).toContain(found.verdict);
      else {
        expect(found.sites.map(({ is }) => is)).toEqual(whole.sites.map(({ is }) => is));
        expect(n).toBeGreaterThan(0);
        break;
      }
      facts = found.facts;
    }
    expect(checks).toBeLessThan(whole.checks);
  });

  test('a file of another search is refused', () => {
    const left = join(folder, 'left.resume');
    writeFileSync(left, JSON.stringify({ form: 'memory orders, interrupted', key: 'another', facts: {} }));
    expectRefusal(drista(['weaken', program(passing), '--resume', left]), /is of other tests, another build of them/);
    expect(existsSync(left)).toBe(true);
    for (const text of ['null', '{', '7', '{"form":"memory orders, interrupted"}']) {
      writeFileSync(left, text);
      expectRefusal(drista(['weaken', program(passing), '--resume', left]), /is not a file that an interrupted search/);
    }
  });

  test('Ctrl-C keeps the best orders', async () => {
    const body = 'for (int i = 0; i < 4; i++) { x++; y++; }';
    const path = program(c('atomic_int x, y;', [body, body, body], 'assert(x == 12);'));
    const child = startDrista(['weaken', path, '--equivalence', 'rf', '--checkpoint', join(folder, 'c.resume')]);
    let stdout = '';
    child.stdout!.on('data', (data: Buffer) => (stdout += data.toString()));
    setTimeout(() => child.kill('SIGINT'), 3000);
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
    expect([status, stdout]).toEqual([3, expect.stringMatching(/^inconclusive: a limit came before/)]);
  });
});

describe('repair', () => {
  test('store buffering needs seq_cst four times', () => {
    const found = result(['repair', program(buffering('memory_order_relaxed'))]);
    expect([found.status, found.verdict, found.sites.map(({ is }) => is)]).toEqual([
      0,
      'cheapest',
      ['seq_cst', 'seq_cst', 'seq_cst', 'seq_cst'],
    ]);
  });

  test('only what is needed', () => {
    const text = c('int data; atomic_int ready, n;', [
      'data = 1;\natomic_fetch_add_explicit(&n, 1, memory_order_relaxed);\n' +
        'atomic_store_explicit(&ready, 1, memory_order_relaxed);',
      'if (atomic_load_explicit(&ready, memory_order_acquire)) assert(data == 1);',
    ]);
    const found = result(['repair', program(text)]);
    expect([found.verdict, rows(found)]).toEqual([
      'cheapest',
      ['7:1 fetch_add: relaxed relaxed', '8:1 store: relaxed release', '11:5 load: acquire acquire'],
    ]);
  });

  test('orders do not mend everything', () => {
    const text = c('atomic_int n;', ['n = n + 1;', 'n = n + 1;'], 'assert(n == 2);');
    const found = result(['repair', program(text)]);
    expect([found.status, found.verdict, found.failure?.error]).toEqual([
      1,
      'none',
      expect.stringMatching(/^error: assertion `n == 2' failed/),
    ]);
    expect(drista(['replay', found.failure!.witness]).status).toBe(1);
  });

  test('nothing to repair', () => {
    const found = result(['repair', program(passing)]);
    expect([found.status, found.verdict]).toEqual([0, 'unchanged']);
  });
});

describe('wrong use', () => {
  test.each([
    [['weaken'], /^drista: no program is given: `drista weaken/],
    [['repair', '--target', 'vax', 'a'], /--target knows arm64, x86, not 'vax'/],
    [['weaken', './not-there'], /not-there/],
    [['weaken', '--patch', 'a.json', '--report', 'json=a.json', './x'], /a\.json/],
    [['repair', '--volatile', 'sc', './x'], /unknown option --volatile/],
    [['weaken', '--resume', '/etc/hostname', '/bin/true'], /drista/],
  ])('%j', (args, saying) => {
    expectRefusal(drista(args), saying);
  });

  test('a program without sites', () => {
    const text = c('pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int n;', [
      'pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);',
    ]);
    const path = program(text);
    expectRefusal(drista(['weaken', path]), new RegExp(`${basename(path)}: no atomic operation or fence of the user`));
    expectRefusal(drista(['weaken', program(passing), '--only', 'other.c']), /that --only and --keep leave/);
    expectRefusal(
      drista(['weaken', program(passing), '--keep', 'test.c:77']),
      /--keep test\.c:77: the tests perform no/,
    );
  });

  test('a library that is not instrumented', () => {
    const root = mkdtempSync(join(folder, 'orders-'));
    writeFileSync(join(root, 'lib.c'), 'int twice(int n) { return 2 * n; }\n');
    const library = join(root, 'libtwice.so');
    expect(spawnSync('cc', ['-shared', '-fPIC', '-o', library, join(root, 'lib.c')]).status).toBe(0);
    const source = join(root, 'test.c');
    writeFileSync(source, `int twice(int);\n${passing.replace('data = 1;', 'data = twice(1) - 1;')}`);
    const path = build([source], ['-g', library, `-Wl,-rpath,${root}`]);
    expectRefusal(drista(['weaken', path]), /the search for memory orders needs a program all of whose code is seen/);
  });

  test('a program that is not instrumented', () => {
    const path = join(folder, 'plain');
    writeFileSync(`${path}.c`, passing);
    expect(spawnSync('cc', ['-g', '-o', path, `${path}.c`, '-lpthread']).status).toBe(0);
    expectRefusal(drista(['weaken', path]), /drista cc/);
  });
});
