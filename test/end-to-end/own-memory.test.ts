/** Loops that wait, and change memory that no other thread reads: a cached index, or blocks that they free again. */
import type { ExploreOptions } from '../../src/explore/explore-options';
import { buildText, check, hasPass } from '../support/compiled';

const rc11: ExploreOptions = { model: 'rc11', equivalence: 'observational' };
const levels = ['-O0', '-O1', '-O2'];

/** One thread waits until an index that it caches is no longer 0, then reads data; `queue`: where the queue is. */
const caching = (queue: string, producer = 'q->data = 42; atomic_store(&q->index, 1);', end = ''): string =>
  `#include <assert.h>
  #include <pthread.h>
  #include <stdatomic.h>
  #include <stdlib.h>
  struct queue { atomic_int index; int data, cache; };
  static void *produce(void *p) { struct queue *q = p; (void)q; ${producer} return 0; }
  static void *consume(void *p) {
    struct queue *q = p;
    while (q->cache == 0) q->cache = atomic_load(&q->index);
    assert(q->data == 42);
    return 0;
  }
  static struct queue of_the_file;
  int main(void) {
    pthread_t t, u;
    ${queue}
    pthread_create(&t, 0, produce, q);
    pthread_create(&u, 0, consume, q);
    pthread_join(t, 0);
    pthread_join(u, 0);
    ${end}
  }`;

/** Main waits for the flag. `looks`: defines the function of that name, which returns whether it has seen the flag. */
const turns = (looks: string, between = '', after = ''): string => `#include <assert.h>
  #include <pthread.h>
  #include <stdatomic.h>
  #include <stdlib.h>
  static atomic_int flag;
  ${looks}
  static void *sets(void *unused) { atomic_store(&flag, 1); return unused; }
  int main(void) {
    pthread_t t;
    pthread_create(&t, 0, sets, 0);
    while (!looks()) { ${between} }
    pthread_join(t, 0);
    ${after}
  }`;

const strings = (order: string): string => `#include <atomic>
  #include <cassert>
  #include <string>
  #include <thread>
  static std::string slots[2];
  static std::atomic<unsigned> head, tail;
  static bool push(std::string s) {
    unsigned t = tail.load(std::memory_order_relaxed);
    if (t - head.load(std::memory_order_acquire) == 2) return false;
    slots[t % 2] = std::move(s);
    tail.store(t + 1, std::memory_order_${order});
    return true;
  }
  static bool pop(std::string &to) {
    unsigned h = head.load(std::memory_order_relaxed);
    if (h == tail.load(std::memory_order_acquire)) return false;
    to = std::move(slots[h % 2]);
    head.store(h + 1, std::memory_order_release);
    return true;
  }
  int main() {
    std::thread p([] {
      for (int i = 0; i < 3; i++)
        while (!push("a string that is too long for its object, " + std::to_string(i))) std::this_thread::yield();
    });
    for (int i = 0; i < 3; i++) {
      std::string s;
      while (!pop(s)) std::this_thread::yield();
      assert(s.back() == '0' + i);
    }
    p.join();
  }`;

(hasPass ? describe : describe.skip)('an iteration is left out', () => {
  describe.each(levels)('%s', (level) => {
    test.each([
      ['of the file', 'struct queue *q = &of_the_file;', undefined],
      ['on the stack of main', 'struct queue own = {0}, *q = &own;', undefined],
      ['on the heap', 'struct queue *q = calloc(1, sizeof *q);', undefined],
      ['on the heap, freed in the end', 'struct queue *q = calloc(1, sizeof *q);', 'free(q);'],
    ])('that caches what it has read, in memory %s', (_, queue, end) => {
      expect(check(buildText(caching(queue, undefined, end), [level]), rc11)).toMatchObject({
        executions: 1,
        errors: [],
        limitsHit: [],
      });
    });

    test('that caches what it has read, and waits for ever', () => {
      const { errors } = check(buildText(caching('struct queue *q = &of_the_file;', ''), [level]), rc11);
      expect(errors.map((e) => e.kind)).toEqual(['livelock']);
    });

    test.each([
      [
        'and looks before it frees',
        'static int looks(void) { char *p = malloc(32); p[0] = 1; int r = atomic_load(&flag); free(p); return r; }',
      ],
      [
        'and frees before it looks',
        'static int looks(void) { char *p = malloc(32); p[0] = 1; free(p); return atomic_load(&flag); }',
      ],
      [
        'two blocks, one of which points to the other',
        `static int looks(void) {
          void **p = malloc(sizeof *p); *p = malloc(16); int r = atomic_load(&flag); free(*p); free(p); return r; }`,
      ],
    ])('that allocates, %s', (_, looks) => {
      expect(check(buildText(turns(looks), [level]), rc11)).toMatchObject({ executions: 1, errors: [], limitsHit: [] });
    });

    test('that makes a string, which goes through a ring when there is room', () => {
      const found = check(buildText(strings('release'), ['-std=c++17', level], 'c++'), rc11);
      expect(found).toMatchObject({ executions: 9, errors: [], limitsHit: [] });
      const races = check(buildText(strings('relaxed'), ['-std=c++17', level], 'c++'), rc11);
      expect(races.errors.map((e) => e.kind)).toEqual(['data-race']);
    });
  });
});

describe('an iteration is not left out', () => {
  const kinds = (text: string, level: string): string[] =>
    check(buildText(text, [level]), rc11).errors.map((e) => e.kind);

  describe.each(levels)('%s', (level) => {
    test.each([
      ['that counts', 'static int n;', 'n++; assert(n != 2);', ''],
      ['that another one reverts', 'static int n;', 'n ^= 1;', 'assert(n == 0);'],
      ['that counts in a block', 'static int *n;', 'if (!n) n = calloc(2, 4); n[1]++; assert(n[1] != 2);', ''],
      [
        'that keeps a block',
        'static void **last;',
        'void **p = malloc(8); if (last) assert(*last); *p = last; last = p;',
        '',
      ],
      ['that exchanges blocks', 'static int *a, n;', 'free(a); a = malloc(4); *a = n++; assert(n != 3);', ''],
    ])('%s', (_, data, between, after) => {
      expect(
        kinds(turns(`${data} static int looks(void) { return atomic_load(&flag); }`, between, after), level),
      ).toEqual(['assertion']);
    });

    /** The function announces nothing, for its array has a variable length; main announces before it calls it. */
    test('that has stored something before it has looked, in a function that does not announce its state', () => {
      const looks = `static int before;
        __attribute__((noinline)) static int turn(int n) {
          volatile char array[n];
          array[0] = 1;
          int later = before;
          before = 1;
          int found = atomic_load(&flag);
          assert(!later);
          return found;
        }
        static int looks(void) { return turn(4); }`;
      expect(kinds(turns(looks), level)).toEqual(['assertion']);
    });

    test('that shows its block to others', () => {
      const looks = `static int *_Atomic shown; static int turns;
        static void *sees(void *unused) { assert(!atomic_load(&shown)); return unused; }
        static int looks(void) {
          static pthread_t t; static int created;
          if (!created) created = !pthread_create(&t, 0, sees, 0);
          int *p = malloc(4);
          *p = 1;
          if (turns < 2 && ++turns == 2) atomic_store(&shown, p);
          else free(p);
          return atomic_load(&flag);
        }`;
      expect(kinds(turns(looks), level)).toEqual(['assertion']);
    });
  });
});

test('what a thread has changed is missed where fingerprints leave it out', () => {
  const path = buildText(
    turns('static int looks(void) { return atomic_load(&flag); } static int n;', 'n++; assert(n != 2);'),
  );
  process.env.DRISTA_OMIT_STATE = 'changes';
  try {
    expect(check(path, rc11).errors).toEqual([]);
  } finally {
    delete process.env.DRISTA_OMIT_STATE;
  }
});
