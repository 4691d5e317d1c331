/** Small programs whose atomics have several sizes: what their reads return under each model. */
import { explore } from '../../src/explore/explorer';
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import type { ModelName } from '../../src/model/names';
import { Kind } from '../../src/program/label';
import { sizedDifferences, sizedModels } from '../oracle/sizes/compare-sizes';
import { sizedProgram, type SizedAccess, type SizedOp, type SizedOrder } from '../oracle/sizes/sized';

const access = (op: SizedAccess['op'], at: number, digits: string, o: SizedOrder, e = ''): SizedOp => ({
  op,
  at,
  size: digits.length,
  o,
  v: [...digits].map(Number),
  e: [...e].map(Number),
});

/** Digits are bytes, the lowest first: `W(0, '12')` stores 0x0201. */
const W = (at: number, digits: string, o: SizedOrder = 'rlx'): SizedOp => access('W', at, digits, o);
const R = (at: number, size: number, o: SizedOrder = 'rlx'): SizedOp => access('R', at, '0'.repeat(size), o);
const cas = (at: number, e: string, v: string, o: SizedOrder = 'rlx'): SizedOp => access('cas', at, v, o, e);
const add = (at: number, digits: string): SizedOp => access('add', at, digits, 'rlx');

/** What the reads return, in hexadecimal: of each thread one after the other, `|` between threads that read. */
function outcomes(model: ModelName, ...threads: readonly (readonly SizedOp[])[]): string[] {
  const sized = { unit: 1, threads };
  const found = new Set<string>();
  const { errors } = explore(sizedProgram(sized), {
    model,
    equivalence: 'rf',
    onExecution: ({ graph }) => {
      const reads = graph!.threads.map((events) => events.filter(({ label: l }) => readers.includes(l.kind)));
      found.add(
        reads
          .filter((list) => list.length > 0)
          .map((list) => list.map((e) => e.read!.toString(16)).join(','))
          .join('|'),
      );
    },
  });
  expect(errors).toEqual([]);
  expect(sizedDifferences(sized, [model])).toEqual([]);
  return [...found].sort();
}

const readers: readonly Kind[] = [Kind.Load, Kind.Rmw];

function count(model: ModelName, equivalence: EquivalenceName, ...threads: readonly (readonly SizedOp[])[]): number {
  return explore(sizedProgram({ unit: 1, threads }), { model, equivalence }).executions;
}

const weak = sizedModels.filter((model) => model !== 'sc');

describe.each(sizedModels)('under %s', (model) => {
  test('a store is seen whole or not at all by one that covers it', () => {
    expect(outcomes(model, [W(0, '11')], [R(0, 2)], [R(0, 1)])).toEqual(['0|0', '0|1', '101|0', '101|1']);
  });

  test('a load of two bytes sees stores to each of them in any combination', () => {
    expect(outcomes(model, [W(0, '1')], [W(1, '1')], [R(0, 2)])).toEqual(['0', '1', '100', '101']);
  });

  test('two stores come in the same order in both of their bytes', () => {
    const stores = [[W(0, '11')], [W(0, '22')]] as const;
    expect(outcomes(model, ...stores, [R(0, 2)])).toEqual(['0', '101', '202']);
    // Each byte is read from three writes, and the stores have two orders, not four. Under sc and ra the first load
    // forbids some of the second one's.
    expect(count(model, 'rf', ...stores, [R(0, 2)])).toBe(3);
    expect(count(model, 'co', ...stores, [R(0, 1), R(1, 1)])).toBe(model === 'rc11' || model === 'c20' ? 18 : 12);
  });

  test('a compare-exchange of the whole fails if a part has changed', () => {
    expect(outcomes(model, [W(1, '1')], [cas(0, '00', '33')])).toEqual(['0', '100']);
  });

  test('an addition to the whole carries into the next byte, one to a byte does not', () => {
    const whole: SizedOp = { op: 'add', at: 0, size: 2, o: 'rlx', v: [255, 0], e: [0, 0] };
    expect(outcomes(model, [whole], [add(0, '1'), R(0, 2)])).toEqual(['0|ff,0', '1|0,1', '1|0,100']);
  });

  test('what releases one byte is acquired by a load of all', () => {
    const found = outcomes(model, [W(8, '1'), W(0, '1', 'rel')], [R(0, 2, 'acq'), R(8, 1)], [W(1, '1')]);
    expect(found).toEqual(['0,0', '0,1', '1,1', '100,0', '100,1', '101,1']);
  });
});

test.each(weak)('%s: a thread may read its own byte before others see it, with older bytes beside', (model) => {
  // The second thread's load reads 3 from its own store and misses the first one's 22, which comes before the 3 in co:
  // the last load of the third thread says so.
  const found = outcomes(model, [W(0, '22')], [W(0, '3'), R(0, 2)], [R(0, 1), R(0, 1)]);
  expect(found).toContain('3|2,3');
  expect(outcomes('sc', [W(0, '22')], [W(0, '3'), R(0, 2)], [R(0, 1), R(0, 1)])).not.toContain('3|2,3');
});

test.each(sizedModels)('%s: no other thread does so', (model) => {
  const found = outcomes(model, [W(0, '22')], [W(0, '3')], [R(0, 2)], [R(0, 1), R(0, 1)]);
  expect(found).not.toContain('3|2,3');
  expect(found).toContain('203|2,3');
});

test('store buffering of seq_cst accesses to parts of one object', () => {
  const threads = [
    [W(0, '1', 'sc'), R(0, 2, 'sc')],
    [W(1, '1', 'sc'), R(0, 2, 'sc')],
  ] as const;
  expect(outcomes('rc11', ...threads)).toEqual(['101|100', '101|101', '1|101']);
  expect(outcomes('ra', ...threads)).toEqual(['101|100', '101|101', '1|100', '1|101']);
});

test('models that do not know such accesses refuse the program', () => {
  const program = sizedProgram({ unit: 1, threads: [[W(0, '11')], [R(0, 1)]] });
  expect(() => explore(program, { model: 'ccon', equivalence: 'rf' })).toThrow(
    '--model ccon does not know atomic accesses of several sizes that overlap, as this program performs them; rc11, ' +
      'c20, ra and sc do',
  );
});

test('so do bounds and algorithms to compare with', () => {
  const program = sizedProgram({ unit: 1, threads: [[W(0, '11')], [R(0, 1)]] });
  expect(() => explore(program, { model: 'rc11', equivalence: 'observational', preemptions: 1 })).toThrow(
    /^--bound preemptions does not know atomic accesses of several sizes/,
  );
  for (const strategy of ['sdpor', 'odpor'] as const)
    expect(() => explore(program, { model: 'sc', equivalence: 'mazurkiewicz', strategy })).toThrow(
      new RegExp(`^--strategy ${strategy} does not support atomic accesses of several sizes`),
    );
  expect(() => explore(program, { model: 'sc', equivalence: 'value-centric', strategy: 'vc-dpor' })).toThrow(
    /^--strategy vc-dpor does not support atomic accesses of several sizes/,
  );
});

test('states are not explored, and the verdict says so', () => {
  const program = sizedProgram({ unit: 1, threads: [[W(0, '11')], [R(0, 1)]] });
  const { executions, notes } = explore(program, { model: 'sc', equivalence: 'state' });
  expect([executions, notes]).toEqual([
    2,
    ['executions were explored, not states: atomic accesses of several sizes overlap'],
  ]);
});

test('random walks take only what the model allows', () => {
  const program = sizedProgram({ unit: 1, threads: [[W(0, '11')], [W(0, '2')], [R(0, 2)]] });
  const found = new Set<unknown>();
  explore(program, {
    model: 'rc11',
    equivalence: 'rf',
    strategy: 'random',
    maxExecutions: 2000,
    onExecution: ({ graph }) => found.add(graph!.threads[3][1].read),
  });
  expect([...found].map(Number).sort((a, b) => a - b)).toEqual([0, 2, 0x101, 0x102]);
});
