/** drista spec: on tests in C and C++, from the command line. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { findCommand } from '../../src/compiler/compilers';
import { drista, expectRefusal, folder, startDrista } from '../support/command';
import { top } from '../support/paths';

interface Json {
  readonly verdict: string;
  readonly specification: string;
  readonly clients: { readonly checked: number; readonly all: number; readonly leftOut: number };
  readonly limitsHit: readonly string[];
  readonly notes: readonly string[];
  readonly failure?: {
    readonly client: string;
    readonly kind: string;
    readonly message: string;
    readonly file: string;
    readonly calls?: readonly { readonly call: string; readonly result: string }[];
  };
}

const schema = new Ajv({ allErrors: true }).compile(
  JSON.parse(readFileSync(join(top, 'docs', 'spec.schema.json'), 'utf8')) as object,
);

/** A test in a folder of its own. */
function spec(text: string, name = 'test.cc'): { readonly cwd: string; readonly name: string } {
  const cwd = mkdtempSync(join(folder, 'spec-'));
  writeFileSync(join(cwd, name), text);
  return { cwd, name };
}

/** The result as JSON, which follows the schema. */
function result(text: string, args: readonly string[] = [], name = 'test.cc'): Json & { cwd: string } {
  const test = spec(text, name);
  const done = drista(['spec', ...args, '--report', 'json=-', test.name], {}, test.cwd);
  expect(done.stderr).toBe('');
  const json = JSON.parse(done.stdout) as Json;
  expect([schema(json), schema.errors]).toEqual([true, null]);
  expect(done.status).toBe({ verified: 0, error: 1, inconclusive: 3 }[json.verdict]);
  return { ...json, cwd: test.cwd };
}

/** A Treiber stack; `push`: the order of its exchange; `pop`: how it takes the first node. */
const stack = (
  push = 'release',
  pop = 'top.compare_exchange_strong(n, n->next, std::memory_order_acquire)',
): string => `
  #include <atomic>
  #include <drista/spec.h>
  struct stack {
    struct node { int v; node *next; };
    std::atomic<node *> top{nullptr};
    void push(int v) {
      node *n = new node{v, top.load(std::memory_order_relaxed)};
      while (!top.compare_exchange_weak(n->next, n, std::memory_order_${push}, std::memory_order_relaxed)) { }
    }
    bool pop(int &v) {
      node *n = top.load(std::memory_order_acquire);
      while (n && !(${pop})) { }
      if (!n) return false;
      v = n->v;
      return true;
    }
  };
  DRISTA_SPEC(stack, drista::spec::stack).operation("push", &stack::push).operation("pop", &stack::pop)`;

describe('a stack', () => {
  test('that is one', () => {
    expect(result(`${stack()}.calls(3);`)).toMatchObject({
      verdict: 'verified',
      specification: 'stack',
      clients: { checked: 29, all: 29, leftOut: 0 },
    });
  });

  test('whose pop loses elements; the execution is replayed', () => {
    const { failure, cwd } = result(`${stack('release', 'top.store(n->next), true')};`);
    expect(failure).toMatchObject({ client: '; push(1) push(2) | pop() ; pop() pop() pop()', kind: 'specification' });
    expect(failure!.calls!.map(({ call, result: returned }) => `${call} ${returned}`)).toEqual([
      'push(1) ',
      'push(2) ',
      'pop() 1',
      'pop() none',
      'pop() none',
      'pop() none',
    ]);
    const replayed = drista(['replay', failure!.file], {}, cwd);
    expect([replayed.status, replayed.stdout]).toEqual([1, expect.stringContaining('calls 3. pop()') as string]);
  });

  test('whose push does not release: a race, in the smallest client', () => {
    expect(result(`${stack('relaxed')};`).failure).toMatchObject({
      client: '; pop() | push(1) ; pop() pop()',
      kind: 'memory',
    });
  });

  test.each(['clang', 'gcc'])('whose error is in one of two equal calls: its line, %s', (compiler) => {
    const gate = `// drista: build --drista-compiler=${compiler}
      #include <drista/spec.h>
      #include <pthread.h>
      struct gate {
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        bool open = false;
        int leave() {
          if (open) { pthread_mutex_unlock(&m); return 1; }
          pthread_mutex_unlock(&m); return 0;
        }
      };
      struct closed {};
      DRISTA_SPEC(gate, closed).operation("leave", &gate::leave, [](closed &) { return 0; });`;
    expect(result(gate).failure).toMatchObject({ kind: 'misuse', locations: [{ file: 'test.cc', line: 9 }] });
  });

  test('several clients at a time find the same one', () => {
    const { failure } = result(`${stack('release', 'top.store(n->next), true')};`, ['--jobs', '3']);
    expect(failure!.client).toBe('; push(1) push(2) | pop() ; pop() pop() pop()');
  });

  test('one client alone', () => {
    const args = ['--client', 'push(1) push(2) | pop()'];
    expect(result(`${stack('release', 'top.store(n->next), true')};`, args)).toMatchObject({
      verdict: 'verified',
      clients: { checked: 1, all: 1 },
    });
  });

  test('text, page, and the same client again', () => {
    const test = spec(`${stack('release', 'top.store(n->next), true')};`);
    const done = drista(['spec', test.name], {}, test.cwd);
    expect(done.stdout).toContain(
      [
        'error: test.cc is not a stack',
        '',
        '  thread 1     thread 2',
        '  1. push(1)   3. pop() = 1',
        '  2. push(2)',
        '  main at last: 4. pop() = none, 5. pop() = none, 6. pop() = none',
        '  no call of a thread happens before one of another',
      ].join('\n'),
    );
    expect(done.stdout).toContain('after push(1), pop() = 1, push(2): pop() = none, but it has to return 2');
    const again = /drista spec test.cc --client '(.*)'/.exec(done.stdout)![1];
    const quiet = drista(['spec', '-q', '--report', 'html=page.html', test.name, '--client', again], {}, test.cwd);
    expect(quiet).toMatchObject({ status: 1, stdout: `error: test.cc is not a stack\n  ${again}\n`, stderr: '' });
    expect(readFileSync(join(test.cwd, 'page.html'), 'utf8')).toContain('main at last: 4. pop() = none');
  });
});

const counter = (take: string): string => `#include <atomic>
  #include <drista/spec.h>
  struct counter {
    std::atomic<int> n{0};
    int take() { ${take} }
    int seen() { return n.load(std::memory_order_relaxed); }
  };
  struct model { int n = 0; int take() { return n++; } int seen() { return n; } };
  DRISTA_SPEC(counter, model).operation("take", &counter::take, &model::take)
    .operation("seen", &counter::seen, &model::seen)`;

describe('a specification of its own', () => {
  test('kept and broken', () => {
    expect(result(`${counter('return n.fetch_add(1);')};`)).toMatchObject({ verdict: 'verified' });
    expect(result(`${counter('int v = n; n = v + 1; return v;')};`).failure!.client).toBe('take() | take()');
  });

  test('relaxed: right by happens-before, wrong by time', () => {
    const text = `${counter('return n.fetch_add(1, std::memory_order_relaxed);')}.calls(2);`;
    expect(result(text)).toMatchObject({ verdict: 'verified' });
    expect(result(text, ['--strict', '--model', 'sc'])).toMatchObject({ verdict: 'verified' });
    expect(result(text, ['--strict', '--model', 'rc11'])).toMatchObject({ verdict: 'verified' });
  });

  test('by time alone an old value is wrong', () => {
    const text = `#include <atomic>
      #include <drista/spec.h>
      struct cell {
        std::atomic<int> now{0}, old{0};
        void write(int v) { now = v; old = v; }
        int read() { return old; }
        int fast() { return now; }
      };
      struct model { int v = 0; void write(int w) { v = w; } int read() { return v; } };
      DRISTA_SPEC(cell, model).operation("write", &cell::write, &model::write)
        .operation("read", &cell::read, &model::read).operation("fast", &cell::fast, &model::read);`;
    expect(result(text, ['--calls', '3']).failure!.client).toBe('fast() read() | write(1)');
    expect(result(text, ['--calls', '2', '--strict'])).toMatchObject({ verdict: 'verified' });
  });

  test('which chooses: a pop that may fail', () => {
    const text = `#include <atomic>
      #include <drista/spec.h>
      struct slot {
        std::atomic<int> full{0};
        bool put() { int e = 0; return full.compare_exchange_weak(e, 1); }
        bool get() { int e = 1; return full.compare_exchange_weak(e, 0); }
      };
      struct model {
        bool full = false;
        bool put() { bool is = !full && (!WEAK || drista::spec::choose(2)); full |= is; return is; }
        bool get() { bool is = full && (!WEAK || drista::spec::choose(2)); full &= !is; return is; }
      };
      DRISTA_SPEC(slot, model).operation("put", &slot::put, &model::put).operation("get", &slot::get, &model::get)
        .calls(2);`;
    expect(result(text.replaceAll('WEAK', '1'))).toMatchObject({ verdict: 'verified' });
    expect(result(text.replaceAll('WEAK', '0')).failure).toMatchObject({ client: 'put()', kind: 'specification' });
  });
});

const spinLock = (unlock: string): string => `#include <drista/spec.h>
  #include <stdatomic.h>
  static void *make(void) { return calloc(1, sizeof(atomic_int)); }
  static long long lock(void *o, const long long *a) {
    (void)a;
    while (atomic_exchange_explicit((atomic_int *)o, 1, memory_order_acquire)) { }
    return DRISTA_VOID;
  }
  static long long unlock(void *o, const long long *a) {
    (void)a;
    atomic_store_explicit((atomic_int *)o, 0, memory_order_${unlock});
    return DRISTA_VOID;
  }
  DRISTA_SPEC {
    drista_spec_object(make, free);
    drista_spec_is("lock");
    drista_spec_operation("lock", lock, NULL);
    drista_spec_operation("unlock", unlock, NULL);
  }`;

test('a lock in C: it waits, and it synchronises', () => {
  expect(result(spinLock('release'), [], 'test.c')).toMatchObject({
    verdict: 'verified',
    clients: { checked: 5, leftOut: 78 },
  });
  expect(result(spinLock('relaxed'), [], 'test.c').failure).toMatchObject({
    client: 'lock() unlock() | lock() unlock()',
    kind: 'specification',
  });
});

test('a lock that is tried: unlock is left out where the try has failed', () => {
  const text = (order: string): string => `#include <atomic>
    #include <drista/spec.h>
    struct spin {
      std::atomic<bool> taken{false};
      void lock() { while (taken.exchange(true, std::memory_order_acquire)) { } }
      bool try_lock() { return !taken.exchange(true, std::memory_order_${order}); }
      void unlock() { taken.store(false, std::memory_order_release); }
    };
    DRISTA_SPEC(spin, drista::spec::lock).operation("lock", &spin::lock).operation("try_lock", &spin::try_lock)
        .operation("unlock", &spin::unlock).threads(2);`;
  expect(result(text('acquire'))).toMatchObject({ verdict: 'verified', notes: [] });
  expect(result(text('relaxed')).failure).toMatchObject({
    client: 'try_lock() unlock() | try_lock()',
    kind: 'specification',
  });
});

test('calls that do not return, results that are an empty text, capacities of other things', () => {
  const text = (body: string, model: string, rest = ''): string => `#include <drista/spec.h>
    #include <string>
    struct real { std::string f() { ${body} } };
    struct model { std::string f() { ${model} } };
    DRISTA_SPEC(real, model).operation("f", &real::f, &model::f)${rest};`;
  const messageOf = (made: string): string | undefined => result(made).failure?.message;
  expect(messageOf(text('exit(0);', 'return "";'))).toContain('call 1, f(), does not return');
  expect(messageOf(text('return "";', 'return "a";'))).toContain('f() = "", but it has to return "a"');
  expect(messageOf(text('return "a";', 'return "a";'))).toBeUndefined();
  const test = spec(text('return "";', 'return "";', '.capacity(2)'));
  expectRefusal(drista(['spec', test.name], {}, test.cwd), /capacity: only queues, stacks, deques and channels/);
});

test('a set that loses a key which is the larger one', () => {
  const text = `#include <drista/spec.h>
    #include <mutex>
    struct set {
      std::mutex m;
      bool has[3] = {};
      bool add(int k) {
        std::lock_guard<std::mutex> l(m);
        if (k == 1) has[2] = false;
        return !has[k] && (has[k] = true);
      }
      bool contains(int k) { std::lock_guard<std::mutex> l(m); return has[k]; }
    };
    DRISTA_SPEC(set, drista::spec::set).operation("add", &set::add).operation("contains", &set::contains).calls(2);`;
  expect(result(text).failure!.client).toBe('; add(2) add(1) ; contains(1) contains(2)');
});

test('a channel whose signal is lost: a deadlock', () => {
  const text = `#include <condition_variable>
    #include <deque>
    #include <drista/spec.h>
    #include <mutex>
    struct channel {
      std::mutex m;
      std::condition_variable c;
      std::deque<int> q;
      void send(int v) { std::lock_guard g(m); q.push_back(v); if (q.size() == 1) c.notify_one(); }
      int receive() {
        std::unique_lock g(m);
        while (q.empty()) c.wait(g);
        int v = q.front();
        q.pop_front();
        return v;
      }
    };
    DRISTA_SPEC(channel, drista::spec::channel).operation("send", &channel::send)
      .operation("receive", &channel::receive)`;
  expect(result(`${text};`).failure).toMatchObject({
    client: 'send(1) send(2) | receive() | receive()',
    kind: 'deadlock',
  });
  const whole = text.replace('if (q.size() == 1) ', '');
  expect(result(`${whole}.calls(3);`)).toMatchObject({ verdict: 'verified' });
});

describe('what only the end, or only time, shows', () => {
  const register = `#include <drista/spec.h>
    struct cell { void write(int) {} int read() { return 0; } };
    DRISTA_SPEC(cell, drista::spec::register_).operation("write", &cell::write).operation("read", &cell::read);`;

  test('a register that keeps nothing: main reads at last', () => {
    expect(result(register).failure!.client).toBe('; write(1) ; read()');
  });

  test('an update that is lost: main looks at the counter at last', () => {
    const lost = `#include <atomic>
      #include <drista/spec.h>
      struct cell { std::atomic<int> n{0}; void increment() { n = n + 1; } int get() { return n; } };
      DRISTA_SPEC(cell, drista::spec::counter).operation("increment", &cell::increment).operation("get", &cell::get);`;
    expect(result(lost).failure!.client).toBe('; increment() | increment() ; get()');
  });

  test('by time the only call of a thread comes before one that begins later', () => {
    const args = ['--client', 'write(1) | read()'];
    expect(result(register, args).verdict).toBe('verified');
    expect(result(register, [...args, '--strict']).failure).toMatchObject({ kind: 'specification' });
  });

  test('the verdict on one client speaks of that', () => {
    const test = spec(register);
    const done = drista(['spec', '--client', 'write(1) | read()', test.name], {}, test.cwd);
    expect(done.stdout).toMatch(/^verified: test.cc is a register for this client\n/);
  });

  test('a result of several lines', () => {
    const text = `#include <drista/spec.h>
      #include <string>
      struct lines { std::string get() { return "a \\"b\\"\\n\\tc%"; } };
      struct model { std::string get() { return "a \\"b\\"\\n\\tc%"; } };
      DRISTA_SPEC(lines, model).operation("get", &lines::get, &model::get).calls(1);`;
    expect(result(text).verdict).toBe('verified');
  });
});

test('results through parameters, optional, pointers and strings; arguments of the constructor', () => {
  const text = `#include <deque>
    #include <drista/spec.h>
    #include <mutex>
    #include <optional>
    #include <string>
    template <class T> struct queue {
      std::mutex m;
      std::deque<T> q;
      explicit queue(int) {}
      void push(const T &v) { std::lock_guard g(m); q.push_back(v); }
      std::optional<T> pop() {
        std::lock_guard g(m);
        if (q.empty()) return {};
        T v = q.front();
        q.pop_front();
        return v;
      }
    };
    using tested = queue<TYPE>;
    DRISTA_SPEC(tested, drista::spec::queue).object_is([] { return new tested(1); })
      .operation("push", &tested::push).operation("pop", &tested::pop).calls(2);`;
  for (const type of ['std::string', 'int *', 'unsigned char'])
    expect([type, result(text.replace('TYPE', type)).verdict]).toEqual([type, 'verified']);
});

const ring = (size: number, capacity: number): string => `#include <drista/spec.h>
  #include <mutex>
  struct ring {
    std::mutex m;
    int all[2], n = 0;
    bool push(int v) {
      std::lock_guard<std::mutex> l(m);
      return n == ${size} ? false : (all[n++] = v, true);
    }
    bool pop(int &v) {
      std::lock_guard<std::mutex> l(m);
      if (n == 0) return false;
      v = all[0], all[0] = all[1], n--;
      return true;
    }
  };
  DRISTA_SPEC(ring, drista::spec::queue).operation("push", &ring::push).operation("pop", &ring::pop)
      .capacity(${capacity}).calls(3);`;

test('a queue with room for so many', () => {
  expect(result(ring(2, 2)).verdict).toBe('verified');
  expect(result(ring(1, 2)).failure).toMatchObject({
    client: '; push(1) push(2) ; pop() pop() pop()',
    message: expect.stringContaining('push(2) = false, but it has to return true') as string,
  });
  expect(result(ring(2, 1)).failure!.message).toContain('push(2) = true, but it has to return false');
});

/** Who pops is the thread that popped first. */
const oneConsumer = (rest: string): string => `#include <drista/spec.h>
  #include <mutex>
  struct queue {
    std::mutex m;
    int n = 0;
    void push() { std::lock_guard<std::mutex> l(m); n++; }
    bool pop() { std::lock_guard<std::mutex> l(m); return n == 0 ? false : n-- > 0; }
  };
  struct model {
    int n = 0, consumer = -1;
    void push() { n++; }
    bool pop() {
      if (consumer < 0) consumer = drista::spec::thread();
      return drista::spec::need(consumer == drista::spec::thread()) && n > 0 ? n-- > 0 : false;
    }
  };
  DRISTA_SPEC(queue, model).operation("push", &queue::push, &model::push)
      .operation("pop", &queue::pop, &model::pop).calls(2)${rest};`;

test('what no client shows, since such clients are left out, is said', () => {
  const missing = (rest: string): readonly string[] => result(oneConsumer(rest)).notes;
  expect(missing('')).toEqual([]);
  expect(missing('.drain("pop")')).toEqual([
    'no thread of a client calls pop: the clients that do are left out, as a call in them may wait for ever, ' +
      'or is not allowed',
  ]);
  const never = oneConsumer('').replaceAll('consumer == drista', 'false && consumer == drista');
  const test = spec(never.replace('.operation("push", &queue::push, &model::push)', ''));
  expectRefusal(drista(['spec', test.name], {}, test.cwd), /has no client to check: in each, a call waits for ever/);
});

test('a limit, and going on', () => {
  const test = spec(`${stack()};`);
  const [first, second] = [['--max-executions', '3'], []].map((args) => {
    const resume = args.length > 0 ? [] : ['--resume', 'drista-out/spec.resume'];
    return drista(['spec', ...args, ...resume, '--calls', '3', test.name], {}, test.cwd);
  });
  expect(first.status).toBe(3);
  expect(first.stdout).toMatch(/^inconclusive: 29 of 29 clients of up to 3 calls in 3 threads were checked/);
  expect(first.stdout).toMatch(/go on with --resume drista-out\/spec\.resume/);
  expect([second.status, second.stdout]).toEqual([0, expect.stringMatching(/^verified: /)]);
  expect(existsSync(join(test.cwd, 'drista-out', 'spec.resume'))).toBe(false);
});

/** The clients that were verified when the test was interrupted after so long. */
async function interruptedAfter(ms: number, path: string, file: string): Promise<readonly string[]> {
  const child = startDrista(['spec', '--calls', '5', '--report', 'json=out.json', path]);
  await new Promise((resolve) => setTimeout(resolve, ms));
  child.kill('SIGINT');
  const status = await new Promise((resolve) => child.on('exit', resolve));
  if (!existsSync(file)) return [];
  expect(status).toBe(3);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly verified: readonly string[] }).verified;
}

test('Ctrl-C, and going on', async () => {
  const test = spec(`${stack()};`);
  const path = join(test.cwd, test.name);
  const file = join(folder, 'drista-out', 'spec.resume');
  let verified: readonly string[] = [];
  // A slow machine needs longer for the first client.
  for (let ms = 6000; verified.length === 0; ms *= 2) verified = await interruptedAfter(ms, path, file);
  const done = drista(['spec', '--calls', '2', '--resume', file, path]);
  expect([done.status, done.stderr]).toEqual([0, '']);
  expect(existsSync(file)).toBe(false);
});

test('drista test: a file that includes <drista/spec.h>', () => {
  const test = spec(
    `// drista: verified --calls 2\n// drista: error specification\n${stack('release', 'top.store(n->next), true')};`,
    'stack.drista.cc',
  );
  const done = drista(['test', '--report', 'json=-'], {}, test.cwd);
  const { tests } = JSON.parse(done.stdout) as { tests: { status: string }[] };
  expect(tests.map(({ status }) => status)).toEqual(['passed', 'passed']);
});

test.each(['clang', 'gcc'])('with %s', (compiler) => {
  if (findCommand(compiler) === undefined) return;
  const test = spec(`${stack()}.calls(2);`);
  expect(drista(['spec', test.name], { DRISTA_CC: compiler }, test.cwd)).toMatchObject({ status: 0, stderr: '' });
});

test('the failing client becomes a test', () => {
  const test = spec(`${stack('release', 'top.store(n->next), true')};`);
  mkdirSync(join(test.cwd, 'tests'));
  const done = drista(['spec', '-q', '--write-client', 'tests/lost.drista.cc', test.name], {}, test.cwd);
  expect([done.status, done.stderr]).toEqual([1, '']);
  expect(readFileSync(join(test.cwd, 'tests/lost.drista.cc'), 'utf8').split('\n').slice(1)).toEqual([
    "// drista: error specification --client '; push(1) push(2) | pop() ; pop() pop() pop()'",
    '#include <drista/spec.h>',
    '#include "../test.cc"',
    '',
  ]);
  expect(drista(['test', 'tests/lost.drista.cc'], {}, test.cwd)).toMatchObject({ status: 0 });
});

test('mistakes are answered by one line', () => {
  const refusal = (text: string, saying: RegExp, args: readonly string[] = []): void => {
    const test = spec(text);
    expectRefusal(drista(['spec', ...args, test.name], {}, test.cwd), saying);
    expect(readdirSync(test.cwd).filter((name) => name.endsWith('.json'))).toEqual([]);
  };
  const whole = `${stack()};`;
  expectRefusal(drista(['spec']), /no test is given/);
  expectRefusal(drista(['spec', 'nowhere.cc']), /nowhere\.cc cannot be read/);
  refusal('int main() {}', /is no test for `drista spec`: include <drista\/spec\.h>/);
  refusal('int main() { return 5; }', /is no test for `drista spec`/);
  refusal('#include <drista/spec.h>\nint x', /cannot be built: .*error: /);
  refusal(whole.replace('"pop"', '"peek"'), /peek: the specification has no such operation; it has push, pop/);
  refusal(whole.replace('"pop"', '"push"'), /push: two operations have this name/);
  refusal(whole.replace('&stack::pop', '[](stack &s, int) { return s.top.load() != 0; }'), /not as many parameters/);
  refusal(`${stack()}.drain("empty");`, /empty: the test has no such operation/);
  refusal(whole, /needs a whole number from 1 to 15/, ['--calls', '16']);
  refusal(whole, /this is not a call of an operation of the test/, ['--client', 'push(1) | peek()']);
  refusal(
    whole
      .replace('bool pop(int &v)', 'struct odd {}; odd get() { return {}; } bool pop(int &v)')
      .replace('&stack::pop', '&stack::get'),
    /results of this type cannot be compared/,
  );
});
