/**
 * Updates whose result nobody uses: one order of them is tried where it shows nowhere (docs/explanation/objects.md,
 * "Updates without an order"), and all orders where it shows.
 */
import { explore } from '../../src/explore/explorer';
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import { differences } from './compare';
import { dataProgram } from './data-program';
import type { Litmus, MemoryOrder, Op } from './litmus';

const add = (o: MemoryOrder, x = 0): Op => ({ op: 'U', x, o, r: 'a0', k: 'add', v: 1, e: 0, blind: true });
const read = (x: number, r: string, o: MemoryOrder = 'rlx'): Op => ({ op: 'R', x, o, r });
const write = (x: number, v: number): Op => ({ op: 'W', x, o: 'rlx', v });
const fence = (o: MemoryOrder): Op => ({ op: 'F', o });

/** Main creates a thread for each list, does `during`, joins them all, and does `after`. */
function created(threads: readonly (readonly Op[])[], during: readonly Op[], after: readonly Op[]): Litmus {
  const all = threads.map((_, i) => i + 1);
  const main: Op[] = [
    ...all.map((t): Op => ({ op: 'C', t })),
    ...during,
    ...all.map((t): Op => ({ op: 'J', t })),
    ...after,
  ];
  return { locs: 2, threads: [main, ...threads] };
}

function executions(litmus: Litmus, equivalence: EquivalenceName, model: 'rc11' | 'sc' = 'rc11'): number {
  return explore(dataProgram(litmus), { model, equivalence }).executions;
}

const equivalences: readonly EquivalenceName[] = ['observational', 'rf'];

describe.each(equivalences)('under %s', (equivalence) => {
  test('three threads that add twice, and a read after all of them, have one execution', () => {
    const litmus = created(
      [1, 2, 3].map(() => [add('rlx'), add('rel')]),
      [],
      [read(0, 'a1')],
    );
    expect(executions(litmus, equivalence)).toBe(1);
  });

  test('a read in between shows each order', () => {
    const litmus = created([[add('rlx')], [add('rlx')]], [read(0, 'a1')], []);
    expect(executions(litmus, equivalence)).toBe(6);
  });

  test('additions that acquire have each order', () => {
    const litmus = created([[add('acq')], [add('acq')]], [], []);
    expect(executions(litmus, equivalence)).toBe(2);
  });

  test('under sc additions have each order', () => {
    const litmus = created([[add('rlx')], [add('rlx')]], [], []);
    expect(executions(litmus, equivalence, 'sc')).toBe(2);
  });
});

test.each([0, 1])('a fence lets an addition acquire: the race that depends on the order is found (%i)', (turned) => {
  const threads: Op[][] = [
    [{ op: 'PW', x: 2, v: 1 }, add('rel')],
    [add('rlx'), fence('acq'), { op: 'PR', x: 2, r: 'a2' }],
  ];
  const litmus = { ...created(turned === 0 ? threads : threads.reverse(), [], []), locs: 3 };
  const verdict = explore(dataProgram(litmus), { model: 'rc11', equivalence: 'observational' });
  expect(verdict.errors.map((e) => e.kind)).toEqual(['data-race']);
});

test.each([0, 1])('fences that rc11 orders tell additions apart (%i)', (turned) => {
  const threads: Op[][] = [
    [add('rlx'), fence('sc'), write(1, 1)],
    [write(1, 2), fence('sc'), add('rlx')],
  ];
  const litmus = created(turned === 0 ? threads : threads.reverse(), [], [read(1, 'a1')]);
  expect(differences(litmus, 'rc11')).toEqual([]);
});

test('under ccon a release passes on what another addition has passed on: each order is tried', () => {
  const litmus = created(
    [
      [write(1, 1), add('rel')],
      [add('rlx'), { op: 'W', x: 2, o: 'rel', v: 1 }],
    ],
    [],
    [],
  );
  const seeing = created([...litmus.threads.slice(1), [read(2, 'a1', 'acq'), read(1, 'a2')]], [], []);
  expect(differences({ ...seeing, locs: 3 }, 'ccon')).toEqual([]);
});
