import { iterationsFrom, relying, Speculations } from '../../../src/explore/histories/speculations';
import type { Program } from '../../../src/program/program';
import { load, node } from '../graphs';

const n = { ...node(1, load(0)), id: 0 };
const program = { nodes: [n] } as unknown as Program;
const shows = (locs: readonly number[], tries: readonly number[] = []) => ({
  mayWrite: (_: unknown, loc: number) => locs.includes(loc),
  mayTry: (_: unknown, loc: number) => tries.includes(loc),
});

test('only decisions that left something out rely on what they asked', () => {
  const s = new Speculations();
  const ask = (): boolean => {
    s.add('locs', n, 3);
    return false;
  };
  expect(relying(s, ask, true)).toBe(false);
  expect(s.all).toEqual([]);
  expect(relying(s, ask, false)).toBe(false);
  expect(s.all).toEqual([['locs', 0, 3]]);
  expect([s.hold(program, shows([])), s.hold(program, shows([3]))]).toEqual([true, false]);
});

test('without workers nothing is written down', () => {
  expect(relying(undefined, () => 7, 7)).toBe(7);
});

test('locks that are tried, and numbers of children, must not have grown', () => {
  const s = new Speculations();
  s.rely('tries', 0, 4);
  s.rely('children', 0, 0);
  expect([s.hold(program, shows([], [])), s.hold(program, shows([], [4]))]).toEqual([true, false]);
  const grown = { ...n, children: new Map([[1, node(1, null)]]) };
  expect(s.hold({ nodes: [grown] } as unknown as Program, shows([]))).toBe(false);
  expect(iterationsFrom(n, program)).toBe(0);
});
