/** The shapes by which CCon differs from other models, and that it is between sc and RC11. */
import { explore } from '../../src/explore/explorer';
import type { ModelName } from '../../src/model/names';
import { bruteForce } from '../oracle/brute';
import { differences } from '../oracle/compare';
import { dataProgram } from '../oracle/data-program';
import type { Litmus, MemoryOrder, Op } from '../oracle/litmus';
import { randomLitmus } from '../oracle/random';
import { shapes } from '../oracle/shapes';
import { F, litmus, outcomes as outcomesOf, R, W } from './small-programs';

/** Also compares all executions with those of brute force. */
function outcomes(program: Litmus, model: ModelName = 'ccon'): string[] {
  expect(differences(program, model)).toEqual([]);
  return outcomesOf(program, model);
}

describe('SB: both may read the initial value', () => {
  const storeBuffering = (store: MemoryOrder, load: MemoryOrder, ...between: Op[]): Litmus =>
    litmus([W(0, 1, store), ...between, R(1, load)], [W(1, 1, store), ...between, R(0, load)]);

  test.each<[MemoryOrder, MemoryOrder]>([
    ['rlx', 'rlx'],
    ['rel', 'acq'],
  ])('of %s stores and %s loads', (store, load) => {
    expect(outcomes(storeBuffering(store, load))).toEqual(['0|0', '0|1', '1|0', '1|1']);
  });

  test.each<[MemoryOrder, MemoryOrder, string[]]>([
    ['sc', 'sc', []],
    // Where RC11 and C11 allow it: one of the two accesses is weaker.
    ['sc', 'rlx', ['0|0']],
    ['rlx', 'sc', ['0|0']],
  ])('not of %s stores and %s loads', (store, load, more) => {
    expect(outcomes(storeBuffering(store, load))).toEqual(['0|1', '1|0', '1|1']);
    expect(outcomes(storeBuffering(store, load), 'rc11')).toEqual([...more, '0|1', '1|0', '1|1']);
  });

  test.each<[MemoryOrder, boolean]>([
    ['acq', true],
    ['rel', true],
    ['ar', false],
    ['sc', false],
  ])('beside a fence that is %s: %s', (fence, may) => {
    expect(outcomes(storeBuffering('rlx', 'rlx', F(fence))).includes('0|0')).toBe(may);
  });
});

describe('MP: the flag without the message', () => {
  const messagePassing = (store: MemoryOrder, load: MemoryOrder): Litmus =>
    litmus([W(0, 1), W(1, 1, store)], [R(1, load), R(0)]);
  const fenced = (release: MemoryOrder, acquire: MemoryOrder): Litmus =>
    litmus([W(0, 1), F(release), W(1, 1)], [R(1), F(acquire), R(0)]);

  test.each<[MemoryOrder, MemoryOrder, boolean]>([
    ['rlx', 'rlx', true],
    ['rel', 'rlx', true],
    ['rlx', 'acq', true],
    ['rel', 'acq', false],
    ['sc', 'sc', false],
  ])('%s, %s', (store, load, may) => {
    expect(outcomes(messagePassing(store, load)).includes('10')).toBe(may);
  });

  test.each<[MemoryOrder, MemoryOrder, boolean]>([
    ['rel', 'acq', false],
    ['acq', 'acq', true],
    ['rel', 'rel', true],
    ['ar', 'ar', false],
  ])('fences %s, %s', (release, acquire, may) => {
    expect(outcomes(fenced(release, acquire)).includes('10')).toBe(may);
  });
});

describe('IRIW: two readers see the writes in different orders', () => {
  const independentReads = (store: MemoryOrder, load: MemoryOrder): Litmus =>
    litmus([W(0, 1, store)], [W(1, 1, store)], [R(0, load), R(1, load)], [R(1, load), R(0, load)]);

  test.each<[MemoryOrder, MemoryOrder, boolean, boolean]>([
    ['rlx', 'rlx', true, true],
    ['rel', 'acq', false, true],
    ['sc', 'acq', false, true],
    ['sc', 'sc', false, false],
  ])('%s stores, %s loads: %s under ccon, %s under rc11', (store, load, may, mayUnderRc11) => {
    expect(outcomes(independentReads(store, load)).includes('10|10')).toBe(may);
    expect(outcomes(independentReads(store, load), 'rc11').includes('10|10')).toBe(mayUnderRc11);
  });
});

test('LB: no thread reads what comes after its own write', () => {
  expect(outcomes(litmus([R(0), W(1, 1)], [R(1), W(0, 1)]))).toEqual(['0|0', '0|1', '1|0']);
});

test('WRC: a store that a thread has seen, and passed on, is seen by all', () => {
  const program = (o: MemoryOrder): Litmus => litmus([W(0, 1)], [R(0), W(1, 1, 'rel')], [R(1, o), R(0)]);
  expect(outcomes(program('acq'))).not.toContain('1|10');
  expect(outcomes(program('rlx'))).toContain('1|10');
});

describe('coherence', () => {
  test('CoRR: no thread goes back to an older write', () => {
    expect(outcomes(litmus([W(0, 1), W(0, 2)], [R(0), R(0)]))).toEqual(['00', '01', '02', '11', '12', '22']);
  });

  test('CoWR: no thread reads what it has overwritten, CoRW: nor what it writes later', () => {
    expect(outcomes(litmus([W(0, 1), R(0)], [W(0, 2)]))).toEqual(['1', '2']);
    expect(outcomes(litmus([R(0), W(0, 1)], [W(0, 2)]))).toEqual(['0', '2']);
  });

  test('two readers agree on the order of two writes', () => {
    const program = litmus([W(0, 1)], [W(0, 2)], [R(0), R(0)], [R(0), R(0)]);
    expect(outcomes(program)).toContain('12|12');
    expect(outcomes(program)).not.toContain('12|21');
  });
});

describe('2+2W', () => {
  const program = (o: MemoryOrder): Litmus => litmus([W(0, 1, o), W(1, 2, o)], [W(1, 1, o), W(0, 2, o)]);

  test.each<[MemoryOrder, number, number]>([
    ['rlx', 4, 4],
    // RA and RC11 do not ask that the orders of both locations agree.
    ['rel', 3, 4],
    ['sc', 3, 3],
  ])('%s: combinations of coherence orders', (o, ofCcon, ofRc11) => {
    const counts = (['ccon', 'rc11'] as const).map(
      (model) => explore(dataProgram(program(o)), { model, equivalence: 'co' }).executions,
    );
    expect(counts).toEqual([ofCcon, ofRc11]);
    expect(differences(program(o), 'ccon')).toEqual([]);
  });
});

test('an unlock orders what precedes it, and not what follows it', () => {
  const section = (...ops: Op[]): Op[] => [{ op: 'L', m: 0 }, ...ops, { op: 'UL', m: 0 }];
  const other = [W(1, 1, 'sc'), R(0)];
  expect(outcomes({ ...litmus([...section(W(0, 1)), R(1)], other), mutexes: 1 })).toContain('0|0');
  expect(outcomes({ ...litmus([W(0, 1), ...section(), ...section(), R(1)], other), mutexes: 1 })).not.toContain('0|0');
});

test('a release sequence ends at a release write of another thread, as under C11', () => {
  const passing: Op[] = [{ op: 'PW', x: 0, v: 7 }, W(1, 1, 'rel')];
  const reading: Op[] = [R(1, 'acq', 'f'), { op: 'IF', r: 'f', v: 2, skip: 1 }, { op: 'PR', x: 0, r: 'd' }];
  const program = litmus(passing, [W(1, 2, 'rel')], reading);
  const { errors } = explore(dataProgram(program), { model: 'ccon', equivalence: 'observational' });
  expect(errors.map((e) => e.kind)).toEqual(['data-race']);
  expect(differences(program, 'ccon')).toEqual([]);
});

test('has executions between those of sc and RC11', () => {
  const names = [
    'atomics',
    'relaxed and acquire-release',
    'much seq_cst',
    'plain data',
    'semaphores',
    'read-write locks',
  ];
  let [more, fewer] = [0, 0];
  for (const program of names.flatMap((name) => randomLitmus(shapes[name], 4711, 6))) {
    const [sc, ccon, rc11] = (['sc', 'ccon', 'rc11'] as const).map((model) => bruteForce(program, model));
    for (const set of ['rf', 'races', 'deadlocks'] as const) {
      expect([...sc[set]].filter((key) => !ccon[set].has(key))).toEqual([]);
      expect([...ccon[set]].filter((key) => !rc11[set].has(key))).toEqual([]);
    }
    if (sc.rf.size < ccon.rf.size) more++;
    if (ccon.rf.size < rc11.rf.size) fewer++;
  }
  expect(more).toBeGreaterThan(0);
  expect(fewer).toBeGreaterThan(0);
});
