/** What reports of compiled programs say of an execution as it was found, line by line. */
import { buildText } from '../support/compiled';
import { drista } from '../support/command';

/** The headline's text without places, and the lines of the execution, whose file is left out. */
function report(program: string, ...options: string[]): { said: string; lines: string[] } {
  const [head, , ...rest] = drista(['--tune', 'minimise=off', ...options, program]).stdout.split('\n');
  const lines = rest.slice(0, rest.indexOf('')).map((line) => line.replace(/\bsource\d+\.cc?/g, 'source'));
  return {
    said: head
      .replace(/^error: /, '')
      .replace(/: \S+:\d+ in .*/, '')
      .replace(/\bsource\d+\.cc?/g, 'source'),
    lines,
  };
}

test('a deadlock: who holds what, since where', () => {
  const program = buildText(`#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *one(void *x) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b), pthread_mutex_unlock(&a);
  return x;
}
void *two(void *x) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a), pthread_mutex_unlock(&b);
  return x;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0), pthread_create(&u, 0, two, 0);
  pthread_join(t, 0), pthread_join(u, 0);
}
`);
  expect(report(program).said).toBe(
    'deadlock: thread 1 waits for mutex b held by thread 2 (since source:10), ' +
      'which waits for mutex a held by thread 1 (since source:4); main waits for the end of thread 1',
  );
});

test('iterations of a loop, the parts of a futex call and of a free are one line each', () => {
  const program = buildText(
    `#include <atomic>
#include <cassert>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
static std::atomic<int> flag, other;
static struct Node { long a, b; Node *next; } *node;
static void waits() {
  while (flag == 0) syscall(SYS_futex, &flag, FUTEX_WAIT, 0, nullptr, nullptr, 0);
  node->a = 3, node->b = 4;
  delete node;
  other = 1;
}
int main() {
  node = new Node{1, 2, nullptr};
  std::thread t(waits);
  node->next = node;
  flag = 1;
  syscall(SYS_futex, &flag, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  for (int n = 0; other == 0 && n < 4; n++) {}
  t.join();
  assert(other == 0);
}
`,
    [],
    'c++',
  );
  expect(report(program).lines.map((line) => line.replace(/0x[0-9a-f]+/g, '0x1'))).toEqual([
    '  main                                               thread 1 (waits)',
    '  :17  creates thread 1',
    '  :18  new@source:16+16 = new@source:16',
    '  :19  flag.store(1, seq_cst)',
    '                                                     :10  flag.load(seq_cst) = 0  ← initial value',
    '  :20  futex_wake(flag)',
    '                                                     :10  does not sleep on futex flag',
    '                                                     :10  flag.load(seq_cst) = 1  ← main, line 19',
    '                                                     :12  frees new@source:16',
    '                                                     :13  other.store(1, seq_cst)',
    '  :21  other.load(seq_cst) = 0  ← initial value',
    '  … 4 more iterations of this loop',
    '  :22  joins thread 1',
    '  :23  other.load(seq_cst) = 1  ← thread 1, line 13',
    "> :23  assertion `other == 0' failed",
  ]);
});

describe('why a C++ program ends itself', () => {
  let program = '';
  beforeAll(() => {
    program = buildText(
      `#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>
struct Base { Base() { call(); } void call() { pure(); } virtual void pure() = 0; };
struct Derived : Base { void pure() override {} };
static void work(int k) {
  if (k) throw std::runtime_error("one\\ntwo");
}
int main(int c, char **v) {
  auto is = [&](const char *what) { return !strcmp(v[1], what); };
  if (is("thread")) { std::thread t(work, 1); t.join(); }
  if (is("int")) throw 42;
  if (is("join")) std::thread t(work, 0);
  if (is("noexcept")) [&]() noexcept { work(c); }();
  if (is("rethrow")) try { work(1); } catch (...) { throw; }
  if (is("vector")) return std::vector<int>(2)[c];
  if (is("pure")) Derived d;
  if (is("abort")) try { work(1); } catch (...) { abort(); }
}
`,
      [],
      'c++',
    );
  });

  test.each([
    [
      'thread',
      "the program aborts: terminate called after throwing an instance of 'std::runtime_error', what(): one two",
      '8 in work (thread 1)',
    ],
    ['int', "the program aborts: terminate called after throwing an instance of 'int'", '13 in main (main)'],
    [
      'join',
      'the program aborts: terminate called without an active exception (is a std::thread destroyed before ' +
        'join or detach?)',
      '14 in main (main)',
    ],
    [
      'noexcept',
      "the program aborts: terminate called after throwing an instance of 'std::runtime_error', what(): one two",
      '15 in lambda in main (main)',
    ],
    [
      'rethrow',
      "the program aborts: terminate called after throwing an instance of 'std::runtime_error', what(): one two",
      '16 in main (main)',
    ],
    ['vector', "assertion `__n < this->size()' failed in std::vector::operator[]", '17 in main (main)'],
    ['pure', 'the program aborts: a pure virtual function was called', '5 in Base::call (main)'],
    ['abort', 'the program aborts: abort was called', '19 in main (main)'],
  ])('%s', (what, said, place) => {
    const [line] = drista([program, '--', what]).stdout.split('\n');
    expect(line.replace(/: \S+source\d+\.cc:/, ': ')).toBe(`error: ${said}: ${place}`);
  });
});

describe('names of what is no static variable', () => {
  const text = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct slot { atomic_int ready; struct { short x, y; } at[3]; };
static struct { int pad; struct slot slots[3]; } table;
static _Atomic(struct slot *) shared, other;
static void *worker(void *argument) {
  struct slot mine = {0}, *theirs = atomic_exchange(&shared, &mine);
  if (theirs) theirs->at[2].y = 1;
  table.slots[1].ready = 1;
  struct slot *made = malloc(sizeof *made);
  made->at[0].x = 0;
  if ((theirs = atomic_exchange(&other, made))) theirs->at[0].x = made->at[0].x = 2;
  return argument;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0), pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0), pthread_join(u, 0);
}
`;

  test.each(['clang', 'gcc'])('%s', (compiler) => {
    const { said, lines } = report(buildText(text, [`--drista-compiler=${compiler}`]));
    expect([said, ...lines.map((line) => line.replace(/0x[0-9a-f]+/g, '0x1'))]).toEqual([
      'data race on worker::mine.at[2].y: thread 1 frees what thread 2 writes, with no happens-before ' +
        'order between them',
      '  main                   thread 1 (worker)                      thread 2 (worker)',
      '  :18  creates thread 1',
      '  :18  creates thread 2',
      '                         :8  worker::mine.at[2].y = 0',
      '                                                                :8  worker::mine#2.at[2].y = 0',
      '                         :8  shared.exchange(&worker::mine, seq_cst) = 0  ← initial value',
      '                         :10  table.slots[1].ready.store(1, seq_cst)',
      '                         :12  malloc@source:11+4 = 0',
      '                                                                :8  shared.exchange(&worker::mine#2, ' +
        'seq_cst) = &worker::mine  ← thread 1, line 8',
      '>                                                               :9  worker::mine.at[2].y = 1',
      '                                                                :10  table.slots[1].ready.store(1, seq_cst)',
      '                                                                :12  malloc@source:11#2+4 = 0',
      '                         :13  other.exchange(malloc@source:11, seq_cst) = 0  ← initial value',
      '>                        :7  frees worker::mine.at[2].y',
    ]);
  });
});

test('accesses to parts of an object, and where the parts of what they read are from', () => {
  const program = buildText(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
struct lock { _Alignas(4) _Atomic uint8_t locked; _Atomic uint8_t pending; _Atomic uint16_t tail; };
static struct lock lock;
static _Atomic uint32_t word;
static void *stores(void *x) {
  atomic_store_explicit(&lock.tail, 1, memory_order_relaxed);
  atomic_store_explicit((_Atomic uint16_t *)&word + 1, 1, memory_order_relaxed);
  return x;
}
static void *loads(void *x) {
  atomic_store_explicit((_Atomic uint8_t *)&word, 2, memory_order_relaxed);
  uint32_t a = atomic_load_explicit((_Atomic uint32_t *)&lock, memory_order_relaxed);
  uint32_t b = atomic_load_explicit(&word, memory_order_relaxed);
  assert(a == 0 || b == 2);
  return x;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, stores, 0), pthread_create(&u, 0, loads, 0);
  pthread_join(t, 0), pthread_join(u, 0);
}
`);
  const { said, lines } = report(program);
  expect(said).toMatch(/^assertion `a == 0 \|\| b == 2' failed/);
  expect(lines.slice(1).map((line) => line.trim().replace(/^> +/, ''))).toEqual([
    ':22  creates thread 1',
    ':22  creates thread 2',
    ':9  lock.tail.store(1, relaxed)',
    ':10  (bytes 2..3 of word).store(1, relaxed)',
    ':14  (byte 0 of word).store(2, relaxed)',
    ':23  joins thread 1',
    ':15  lock.load(relaxed) = 65536 (bytes 0..1: initial; bytes 2..3: thread 1, line 9)',
    ':16  word.load(relaxed) = 65538 (byte 0: thread 2, line 14; byte 1: initial; bytes 2..3: thread 1, line 10)',
    ":17  assertion `a == 0 || b == 2' failed",
  ]);
});
