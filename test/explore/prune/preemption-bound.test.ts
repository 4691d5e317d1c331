/** --bound preemptions=N: exactly the executions that some order with so few preemptions shows. */
import { explore } from '../../../src/explore/explorer';
import type { ExploreOptions } from '../../../src/explore/explore-options';
import { fewestPreemptions } from '../../../src/explore/prune/preemption-bound';
import type { Verdict } from '../../../src/explore/common/verdict';
import { modelNames } from '../../../src/model/names';
import { isReadLike, Kind, label } from '../../../src/program/label';
import type { Program } from '../../../src/program/program';
import { dataProgram } from '../../oracle/data-program';
import { valueKey } from '../../oracle/execution';
import { counter, fib, petersonTry } from '../../oracle/larger';
import type { Litmus } from '../../oracle/litmus';
import { preemptionsOf } from '../../oracle/preemptions';
import { programOf, type Body } from '../../oracle/program-of';
import { randomLitmus } from '../../oracle/random';
import { shapes } from '../../oracle/shapes';

function explored(
  program: Program,
  options: Partial<ExploreOptions>,
): Verdict & { readonly values: Set<string>; readonly fewest: number[] } {
  const values = new Set<string>();
  const fewest: number[] = [];
  let beginnings = 0;
  const verdict = explore(program, {
    model: 'sc',
    equivalence: 'observational',
    keepGoing: true,
    ...options,
    onExecution: (session) => {
      if (session.rounds !== beginnings) {
        values.clear();
        fewest.length = 0;
      }
      beginnings = session.rounds;
      const graph = session.graph!;
      values.add(valueKey(graph.threads.map((events) => events.filter((e) => isReadLike(e.label)).map((e) => e.read))));
      fewest.push(fewestPreemptions(graph, options.model === 'sc'));
    },
  });
  return { ...verdict, values, fewest };
}

const upTo = (all: Map<string, number>, n: number): string[] =>
  [...all]
    .filter(([, m]) => m <= n)
    .map(([name]) => name)
    .sort();

describe('under sc, against all interleavings', () => {
  function expectAgreement(make: () => Program, most: number): void {
    const all = preemptionsOf(make());
    for (let n = 0; n <= most; n++) {
      const { values, executions, limitsHit } = explored(make(), { preemptions: n });
      expect([...values].sort()).toEqual(upTo(all, n));
      expect(executions).toBe(values.size);
      if (values.size < all.size) expect(limitsHit).toEqual(['bound']);
    }
    const { limitsHit } = explored(make(), { preemptions: 100 });
    expect(limitsHit).toEqual([]);
  }

  test.each([
    'atomics',
    'all seq_cst',
    'one location',
    'mutexes',
    'threads created by threads',
    'condition variables',
    'timed waits',
    'read-write locks',
    'semaphores',
    'barriers',
    'once',
  ])('%s', (name) => {
    for (const litmus of randomLitmus(shapes[name], 95, 3)) {
      if (explore(dataProgram(litmus), { model: 'sc', equivalence: 'rf', keepGoing: true }).errors.length > 0) continue;
      expectAgreement(() => dataProgram(litmus), 3);
    }
  });

  test.each<[string, () => Program]>([
    ['counter', () => counter(3, 1)],
    ['fib', () => fib(2)],
    ['peterson', () => petersonTry(2)],
  ])('%s', (_name, make) => {
    expectAgreement(make, 3);
  });
});

test.each(modelNames)('under %s a part that is dropped has no execution within the bound', (model) => {
  for (const name of ['atomics', 'much seq_cst', 'mutexes', 'plain data under mutexes', 'threads created by threads']) {
    for (const litmus of randomLitmus(shapes[name], 96, 5)) {
      if (explore(dataProgram(litmus), { model, equivalence: 'rf', keepGoing: true }).errors.length > 0) continue;
      const { fewest } = explored(dataProgram(litmus), { model, equivalence: 'rf' });
      // Where every access is seq_cst, rc11 is explored as sc, and the orders are those of sc.
      if (model !== 'sc' && litmus.threads.flat().every((op) => !('o' in op) || op.o === 'sc')) continue;
      for (let n = 0; n < 3; n++)
        expect(explored(dataProgram(litmus), { model, equivalence: 'rf', preemptions: n }).executions).toBe(
          fewest.filter((m) => m <= n).length,
        );
    }
  }
});

describe('a bound that leaves nothing out', () => {
  const both = (litmus: Litmus, options: Partial<ExploreOptions>): ReturnType<typeof explored>[] =>
    [undefined, 100].map((preemptions) =>
      explored(dataProgram(litmus), {
        ...options,
        explicit: false,
        ...(preemptions === undefined ? {} : { preemptions }),
      }),
    );

  test.each(modelNames)('shows the same under %s', (model) => {
    for (const name of ['atomics', 'much seq_cst', 'mutexes', 'plain data under mutexes', 'condition variables']) {
      for (const litmus of randomLitmus(shapes[name], 97, 5)) {
        const [free, bounded] = both(litmus, { model });
        expect(bounded.values).toEqual(free.values);
        expect(bounded.limitsHit).toEqual([]);
        expect(bounded.executions).toBe(bounded.values.size);
        const [freeByRf, boundedByRf] = both(litmus, { model, equivalence: 'rf' });
        expect([boundedByRf.executions, boundedByRf.limitsHit]).toEqual([freeByRf.executions, []]);
      }
    }
  });

  test('counts by values alone, where the order of locks counts without it', () => {
    const section = [
      { op: 'L', m: 0 },
      { op: 'PW', x: 0, v: 1 },
      { op: 'UL', m: 0 },
    ] as const;
    const [free, bounded] = both({ locs: 1, mutexes: 1, threads: [section, section] }, { model: 'rc11' });
    expect([free.executions, bounded.executions, bounded.values.size]).toEqual([2, 1, 1]);
  });
});

describe('what is a preemption', () => {
  const needs = (litmus: Litmus, model: 'sc' | 'rc11'): number[] =>
    explored(dataProgram(litmus), { model, equivalence: 'rf' }).fewest.sort();
  const section = [
    { op: 'L', m: 0 },
    { op: 'W', x: 0, o: 'rlx', v: 1 },
    { op: 'UL', m: 0 },
  ] as const;

  test('not to go on when the thread has ended, nor to wait for a lock', () => {
    expect(needs({ locs: 1, mutexes: 1, threads: [section, section] }, 'sc')).toEqual([0, 0]);
  });

  test('to leave between a write and a read, under sc in store buffering both ways', () => {
    const one = (x: number): Litmus['threads'][number] => [
      { op: 'W', x, o: 'rlx', v: 1 },
      { op: 'R', x: 1 - x, o: 'rlx', r: 'a' },
    ];
    expect(needs({ locs: 2, threads: [one(0), one(1)] }, 'sc')).toEqual([0, 0, 1]);
    // An old value needs no order of its own.
    expect(needs({ locs: 2, threads: [one(0), one(1)] }, 'rc11')).toEqual([0, 0, 0, 1]);
  });

  test('a join waits', () => {
    const main: Body = function* () {
      yield label(Kind.Create, { thread: 1 });
      yield label(Kind.Join, { thread: 1 });
    };
    const child: Body = function* () {
      yield label(Kind.Fence);
    };
    expect(explored(programOf([main, child]), { model: 'sc', equivalence: 'rf' }).fewest).toEqual([0]);
  });
});
