/** Compiled programs whose atomic accesses overlap with several sizes. */
import { explore } from '../../src/explore/explorer';
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import type { Verdict } from '../../src/explore/common/verdict';
import type { ModelName } from '../../src/model/names';
import { difference, expectedOf } from '../../src/report/expected';
import { buildText, checkTogether, withProgram } from '../support/compiled';
import { createdBy } from '../support/c-text';

const models: readonly ModelName[] = ['rc11', 'c20', 'ra', 'sc'];

interface Told {
  readonly executions: number;
  readonly errors: readonly string[];
}

function told({ executions, errors, limitsHit }: Verdict): Told {
  expect(limitsHit).toEqual([]);
  return { executions, errors: [...new Set(errors.map(({ kind }) => kind))].sort() };
}

/** What a check with `keepGoing` finds. Each error is replayed. */
function check(path: string, model: ModelName, equivalence: EquivalenceName = 'observational'): Told {
  return withProgram(path, (program) => {
    const verdict = explore(program, { model, equivalence, keepGoing: true });
    for (const e of verdict.errors) {
      const run = program.execute(e.schedule);
      expect(difference(expectedOf(e, program.locations), run, program.locations)).toBeUndefined();
    }
    return told(verdict);
  });
}

const part = (bits: number, expression: string): string => `(_Atomic uint${bits}_t *)(${expression})`;

/**
 * A queued spinlock for two threads, as that of Linux: a compare-exchange of the word takes it; who fails sets the
 * pending byte, waits until the locked byte is 0, and takes over with a store to both. `release`: how it is unlocked.
 */
const queued = (release: string): string =>
  createdBy(
    2,
    `#include <stdint.h>
    static _Atomic uint32_t lock;
    static int data;
    static void *each(void *me) {
      uint32_t v = 0;
      if (!atomic_compare_exchange_strong_explicit(&lock, &v, 1, memory_order_acquire, memory_order_relaxed)) {
        v = atomic_fetch_or_explicit(&lock, 0x100, memory_order_acquire);
        assert(!(v & 0x100));
        while (atomic_load_explicit(${part(8, '&lock')}, memory_order_acquire)) ;
        atomic_store_explicit(${part(16, '&lock')}, 1, memory_order_relaxed);
      }
      data++;
      ${release}
      return 0;
    }
    static void after(void) { assert(data == 2 && lock == 0); }`,
  );

const byte = (order: string): string => `atomic_store_explicit(${part(8, '&lock')}, 0, memory_order_${order});`;

describe('a queued spinlock', () => {
  test.each(models)('is correct under %s', (model) => {
    expect(check(buildText(queued(byte('release'))), model)).toEqual({ executions: 6, errors: [] });
  });

  test.each(models)('that is unlocked by a relaxed store has a data race under %s', (model) => {
    const { errors } = check(buildText(queued(byte('relaxed'))), model);
    // Every atomic access of ra synchronises.
    expect(errors).toEqual(model === 'ra' ? [] : ['data-race']);
  });

  test('that is unlocked by a store to the whole word loses the other thread', () => {
    const release = 'atomic_store_explicit(&lock, 0, memory_order_release);';
    expect(check(buildText(queued(release)), 'rc11').errors).toEqual([]);
  });

  test('is explored by two workers, too', () => {
    const options = { model: 'rc11', equivalence: 'observational', keepGoing: true } as const;
    expect(told(checkTogether(buildText(queued(byte('release'))), 2, options))).toEqual({ executions: 6, errors: [] });
  });
});

test('a byte lock beside a load of the whole word', () => {
  const text = createdBy(
    2,
    `#include <stdint.h>
    static _Atomic uint32_t word;
    static void *each(void *me) {
      long i = (long)me;
      atomic_store_explicit(${part(8, '&word')} + i, 1, memory_order_relaxed);
      uint32_t seen = atomic_load_explicit(&word, memory_order_relaxed);
      assert(seen >> 8 * i & 1);
      assert(!(seen & 0xffff0000));
      return 0;
    }`,
  );
  // Each thread sees its own byte, and the other one or not: sc forbids that both miss it.
  expect(models.map((model) => check(buildText(text), model))).toEqual(
    models.map((model) => ({ executions: model === 'sc' ? 3 : 4, errors: [] })),
  );
});

test('a union of a number and its halves', () => {
  const text = createdBy(
    3,
    `#include <stdint.h>
    static union { _Atomic uint64_t all; struct { _Atomic uint32_t low, high; } half; } u;
    static void *each(void *me) {
      if (me == (void *)0) atomic_store_explicit(&u.all, 0x100000001, memory_order_relaxed);
      else if (me == (void *)1) atomic_store_explicit(&u.half.high, 2, memory_order_relaxed);
      else {
        uint64_t all = atomic_load_explicit(&u.all, memory_order_relaxed);
        assert((all & 0xffffffff) == 1 || all >> 32 != 1);
      }
      return 0;
    }`,
  );
  // 0, 1:1, 2:0 (before the store to all) and 2:1.
  expect(models.map((model) => check(buildText(text), model))).toEqual(
    models.map(() => ({ executions: 4, errors: [] })),
  );
});

/** Two threads count up both halves at once; a third one reads them by `read`, as `low` and `high`. */
const doubleWidth = (read: string): string =>
  createdBy(
    3,
    `#include <stdint.h>
    typedef unsigned __int128 both;
    static _Alignas(16) both pair;
    static void *each(void *me) {
      if (me == (void *)2) {
        uint64_t low, high;
        ${read}
        assert(low == high);
        return 0;
      }
      both old = __atomic_load_n(&pair, __ATOMIC_ACQUIRE);
      both next = old + ((both)1 << 64 | 1);
      __atomic_compare_exchange_n(&pair, &old, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
      return 0;
    }`,
  );

describe('a compare-exchange of 16 bytes', () => {
  const halves = `low = __atomic_load_n((uint64_t *)&pair, __ATOMIC_ACQUIRE);
    high = __atomic_load_n((uint64_t *)&pair + 1, __ATOMIC_ACQUIRE);`;
  const whole =
    'both all = __atomic_load_n(&pair, __ATOMIC_ACQUIRE); low = (uint64_t)all; high = (uint64_t)(all >> 64);';

  test.each(models)('%s: two loads of 8 bytes may see it in between', (model) => {
    expect(check(buildText(doubleWidth(halves), ['-mcx16']), model).errors).toEqual(['assertion']);
  });

  test.each(models)('%s: a load of 16 bytes does not', (model) => {
    const text = doubleWidth(`${whole} (void)__atomic_load_n((uint64_t *)&pair, __ATOMIC_RELAXED);`);
    expect(check(buildText(text, ['-mcx16']), model).errors).toEqual([]);
  });
});

/** A writer stores two halves of 4 bytes under a sequence count; a reader loads 8 bytes. `again`: does it look again? */
const sequence = (again: string): string =>
  createdBy(
    2,
    `#include <stdint.h>
    static _Atomic unsigned count;
    static _Atomic uint64_t pair;
    static void *each(void *me) {
      if (me == (void *)0) {
        atomic_store_explicit(&count, 1, memory_order_relaxed);
        atomic_thread_fence(memory_order_release);
        atomic_store_explicit(${part(32, '&pair')}, 1, memory_order_relaxed);
        atomic_store_explicit(${part(32, '&pair')} + 1, 1, memory_order_relaxed);
        atomic_store_explicit(&count, 2, memory_order_release);
        return 0;
      }
      unsigned before = atomic_load_explicit(&count, memory_order_acquire);
      uint64_t seen = atomic_load_explicit(&pair, memory_order_relaxed);
      atomic_thread_fence(memory_order_acquire);
      if (${again}) return 0;
      assert(seen == 0 || seen == 0x100000001);
      return 0;
    }`,
  );

describe('a sequence count beside loads of 8 bytes', () => {
  test.each(models)('%s: a reader that looks again sees no half of an update', (model) => {
    const again = 'before & 1 || before != atomic_load_explicit(&count, memory_order_relaxed)';
    expect(check(buildText(sequence(again)), model).errors).toEqual(
      // Fences of ra order nothing by themselves: it has acq_rel accesses instead.
      [],
    );
  });

  test.each(models)('%s: one that does not may see one half', (model) => {
    expect(check(buildText(sequence('before & 1')), model).errors).toEqual(['assertion']);
  });
});
