/** Load buffering: what C11 and processors allow, and what dependencies, fences and acquires forbid. */
import { explore } from '../../src/explore/explorer';
import { loadBufferingDifferences } from '../oracle/compare-load-buffering';
import { dataProgram } from '../oracle/data-program';
import type { Litmus, Op, Operand } from '../oracle/litmus';
import { loadBuffering } from '../oracle/load-buffering';
import { randomBuffering } from '../oracle/random-load-buffering';
import { F, litmus, outcomes, R, W } from './small-programs';

/** r := x0 | r := x1, then each stores to the other's location. */
const buffered = (first: readonly Op[], second: readonly Op[]): Litmus =>
  litmus([R(0), ...first, W(1, 1)], [R(1), ...second, W(0, 1)]);
const writes = (x: number, v: Operand): Op => ({ op: 'W', x, o: 'rlx', v });
const read = (x: number, c = 0): Operand => ({ r: `of${x}`, c });
const iff = (x: number, v: number): Op => ({ op: 'IF', r: `of${x}`, v, skip: 1 });
const update = (o: 'rlx' | 'acq'): Op => ({ op: 'U', x: 2, o, r: 'u', k: 'add', v: 1, e: 0 });
const both = '1|1';

const allowed: Readonly<Record<string, Litmus>> = {
  LB: buffered([], []),
  'LB, one side depends': litmus([R(0), writes(1, read(0))], [R(1), W(0, 1)]),
  'LB, one side releases': litmus([R(0), W(1, 1, 'rel')], [R(1), W(0, 1)]),
  'LB, one side acquires': litmus([R(0, 'acq'), W(1, 1)], [R(1), W(0, 1)]),
  'LB, the store after one that depends': litmus([R(0), writes(0, read(0, 1)), W(1, 1)], [R(1), W(0, 1)]),
};
const forbidden: Readonly<Record<string, Litmus>> = {
  'LB+datas': litmus([R(0), writes(1, read(0))], [R(1), writes(0, read(1))]),
  'LB+ctrls': litmus([R(0), iff(0, 1), W(1, 1)], [R(1), iff(1, 1), W(0, 1)]),
  'LB+ctrls, for all values that there are': litmus(
    [R(0), iff(0, 1), W(1, 1), iff(0, 0), W(1, 1)],
    [R(1), iff(1, 1), W(0, 1), iff(1, 0), W(0, 1)],
  ),
  'LB+acquires': litmus([R(0, 'acq'), W(1, 1)], [R(1, 'acq'), W(0, 1)]),
  'LB+releases': litmus([R(0), W(1, 1, 'rel')], [R(1), W(0, 1, 'rel')]),
  'LB+release fences': buffered([F('rel')], [F('rel')]),
  'LB+acquire fences': buffered([F('acq')], [F('acq')]),
  'LB+seq_cst': litmus([R(0, 'sc'), W(1, 1, 'sc')], [R(1, 'sc'), W(0, 1, 'sc')]),
};

test.each(Object.entries(allowed))('%s: both may read 1', (_, program) => {
  expect(outcomes(program, 'imm')).toContain(both);
  expect(outcomes(program, 'rc11')).not.toContain(both);
  expect(loadBufferingDifferences(program)).toEqual([]);
});

test.each(Object.entries(forbidden))('%s: not both read 1', (_, program) => {
  expect(outcomes(program, 'imm')).toEqual(outcomes(program, 'rc11'));
  expect(loadBufferingDifferences(program)).toEqual([]);
});

test('an rmw comes before all later stores', () => {
  const rmw = (x: number): Op => ({ op: 'U', x, o: 'rlx', r: `of${x}`, k: 'add', v: 0, e: 0 });
  const program: Litmus = {
    locs: 2,
    threads: [
      [rmw(0), W(1, 1)],
      [rmw(1), W(0, 1)],
    ],
  };
  expect(loadBuffering(program).cycles).toBe(0);
  expect(loadBufferingDifferences(program)).toEqual([]);
});

test('three threads in a circle, one of which need not keep its order', () => {
  const pass = (from: number, to: number): Op[] => [R(from), writes(to, read(from))];
  const program = (last: readonly Op[]): Litmus => ({ locs: 3, threads: [pass(0, 1), pass(1, 2), last] });
  expect(outcomes(program([R(2), W(0, 1)]), 'imm')).toContain('1|1|1');
  expect(outcomes(program(pass(2, 0)), 'imm')).toEqual(['0|0|0']);
});

test('no value comes out of thin air, not even by way of others that do', () => {
  const grows = litmus([R(0), writes(1, read(0, 1))], [R(1), writes(0, read(1))]);
  expect(outcomes(grows, 'imm')).toEqual(['0|0', '0|1']);
  expect(loadBufferingDifferences(grows)).toEqual([]);
});

test('values that only executions with a cycle have lead to others', () => {
  // x0 is 2 only if the second thread reads the early store of the first one; so is what depends on that.
  const chain = litmus([R(0), W(1, 1)], [R(1), writes(0, read(1, 1))]);
  expect(outcomes(chain, 'imm')).toContain('2|1');
  expect(loadBufferingDifferences(chain)).toEqual([]);
});

test('a store waits for a load through a store that its thread reads itself', () => {
  const through = (o: 'rlx' | 'acq'): Op[] => [R(0), writes(2, read(0)), R(2, o), writes(1, read(2))];
  for (const o of ['rlx', 'acq'] as const) {
    const program: Litmus = { locs: 3, threads: [through(o), [R(1), writes(0, read(1))]] };
    expect(loadBuffering(program).cycles).toBe(0);
    expect(loadBufferingDifferences(program)).toEqual([]);
  }
  const updated: Litmus = {
    locs: 3,
    threads: [
      [R(0), writes(2, read(0)), update('rlx'), W(1, 1)],
      [R(1), W(0, 1)],
    ],
  };
  expect(loadBufferingDifferences(updated)).toEqual([]);
});

test('rc11 names the loads; imm, and programs whose loads are ordered, need no note', () => {
  const notes = (program: Litmus, model: 'rc11' | 'imm'): readonly string[] =>
    explore(dataProgram(program), { model, equivalence: 'rf' }).notes;
  expect(notes(allowed.LB, 'rc11')).toEqual([
    'rc11 has no load buffering: on some processors thread 1 may read, site 0, what depends on its later store, ' +
      'site 1 (--model imm explores that)',
  ]);
  expect(notes(allowed.LB, 'imm')).toEqual([]);
  // The note knows only the values that there are.
  for (const [name, program] of Object.entries(forbidden))
    expect([name, notes(program, 'rc11').length]).toEqual([name, name.endsWith('all values that there are') ? 1 : 0]);
});

/** A thread that hands a node to another one, as a stack does, which then changes what the first one has looked at. */
const handed = (release: 'rlx' | 'rel', acquire: 'rlx' | 'acq', chosen = 1): Litmus => ({
  locs: 3,
  threads: [
    [R(0), W(1, 7), W(0, 1, release)],
    [R(0, acquire), { op: 'IF', r: 'of0', v: chosen, skip: 2 }, R(1), W(0, 2)],
  ],
});

test.each([
  ['rel', 'acq', 1, 0],
  ['rlx', 'acq', 1, 1],
  ['rel', 'rlx', 1, 1],
  ['rel', 'acq', 0, 1],
] as const)('%s, %s: what is read if that was %i: %i notes', (release, acquire, chosen, count) => {
  const { notes } = explore(dataProgram(handed(release, acquire, chosen)), { model: 'rc11', equivalence: 'rf' });
  expect(notes.length).toBe(count);
});

test('a note is given wherever a load returns what it cannot return without load buffering', () => {
  const without = (program: Litmus): readonly string[] => {
    const known = new Set(outcomes(program, 'rc11'));
    return outcomes(program, 'imm').filter((outcome) => !known.has(outcome));
  };
  const noted = (program: Litmus): boolean =>
    explore(dataProgram(program), { model: 'rc11', equivalence: 'rf' }).notes.length > 0;
  const programs = randomBuffering(23, 60);
  const more = programs.filter((program) => without(program).length > 0);
  expect(more.length).toBeGreaterThan(0);
  expect(more.filter((program) => !noted(program))).toEqual([]);
});

test('an error that only an execution with a cycle has is found', () => {
  const program = litmus([R(0), W(1, 1), { op: 'AS', r: 'of0', v: 2 }], [R(1), writes(0, read(1, 1))]);
  const errors = (model: 'rc11' | 'imm'): readonly string[] =>
    explore(dataProgram(program), { model, equivalence: 'rf' }).errors.map((e) => e.kind);
  expect(errors('rc11')).toEqual([]);
  expect(errors('imm')).toEqual(['assertion']);
});

test('random programs agree with the brute force', () => {
  const programs = randomBuffering(11, 60);
  expect(programs.flatMap(loadBufferingDifferences)).toEqual([]);
  expect(programs.filter((program) => loadBuffering(program).cycles > 0).length).toBeGreaterThan(0);
});
