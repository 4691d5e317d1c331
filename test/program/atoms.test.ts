import * as fc from 'fast-check';
import { Atoms } from '../../src/program/atoms';

const atom = (address: number, size: number, mixed = false) => ({ address, size, mixed });

it('keeps ranges apart, within words', () => {
  const atoms = new Atoms();
  expect(atoms.add([])).toBe(false);
  expect(atoms.add([atom(16, 4)])).toBe(true);
  expect(atoms.add([atom(16, 4)])).toBe(false);
  expect(atoms.add([atom(20, 16)])).toBe(true);
  expect(atoms.all).toEqual([atom(16, 4), atom(20, 4), atom(24, 8), atom(32, 4)]);
});

it('splits where ranges overlap', () => {
  const atoms = new Atoms([atom(8, 8)]);
  expect(atoms.add([atom(12, 4)])).toBe(true);
  expect(atoms.all).toEqual([atom(8, 4), atom(12, 4)]);
  expect(atoms.add([atom(8, 8)])).toBe(false);
});

it('atomics stay whole and take plain bytes over', () => {
  const atoms = new Atoms([atom(0, 24)]);
  expect(atoms.add([atom(4, 8, true)])).toBe(true);
  expect(atoms.all).toEqual([atom(0, 4), atom(4, 8, true), atom(12, 4), atom(16, 8)]);
  expect([0, 4, 12].map((a) => atoms.isMixed(a))).toEqual([false, true, false]);
  expect(atoms.add([atom(5, 2)])).toBe(false);
});

it('cuts all where atomics of several sizes begin and end', () => {
  const sizes = (address: number, size: number, ...cuts: number[]) => ({ ...atom(address, size), cuts });
  const atoms = new Atoms([atom(0, 8), atom(8, 8, true)]);
  expect(atoms.add([sizes(8, 8, 4)])).toBe(true);
  expect(atoms.all).toEqual([atom(0, 8), atom(8, 4, true), atom(12, 4, true), sizes(8, 8, 4)]);
  expect([8, 12].map((a) => atoms.isMixed(a))).toEqual([true, true]);
  // What overlaps is one; its bounds are cuts.
  expect(atoms.add([sizes(4, 8, 2)])).toBe(true);
  expect(atoms.all).toEqual([
    atom(0, 4),
    atom(4, 2),
    atom(6, 2),
    atom(8, 4, true),
    atom(12, 4, true),
    sizes(4, 12, 2, 4, 8),
  ]);
  expect(atoms.add([sizes(4, 4, 2)])).toBe(false);
  expect(atoms.mixedSizes).toEqual([{ from: 4, to: 16, cuts: [6, 8, 12] }]);
  expect(new Atoms(atoms.all).all).toEqual(atoms.all);
});

it('hides values of plain data, whatever is added later', () => {
  const atoms = new Atoms([atom(0, 8), atom(16, 8, true)]);
  expect([0, 4, 16].map((a) => atoms.hide(a))).toEqual([true, false, false]);
  expect(atoms.hide(0)).toBe(false);
  expect(atoms.add([atom(4, 8)])).toBe(true);
  expect(atoms.all).toEqual([
    { ...atom(0, 4), hidden: true },
    { ...atom(4, 4), hidden: true },
    atom(8, 4),
    atom(16, 8, true),
  ]);
  const other = new Atoms([atom(0, 4)]);
  expect(other.add(atoms.all)).toBe(true);
  expect(other.all).toEqual(atoms.all);
  expect([0, 4, 8, 16].map((a) => other.isHidden(a))).toEqual([true, true, false, false]);
});

it('is always a partition of what was added', () => {
  const range = fc.record({ address: fc.nat(60), size: fc.integer({ min: 1, max: 16 }), mixed: fc.boolean() });
  fc.assert(
    fc.property(fc.array(range, { maxLength: 6 }), (ranges) => {
      const atoms = new Atoms();
      for (const r of ranges) atoms.add([r]);
      const owners = new Map<number, number>();
      atoms.all.forEach((a, i) => {
        if (!a.mixed) expect(Math.floor(Number(a.address) / 8)).toBe(Math.floor((Number(a.address) + a.size - 1) / 8));
        for (let b = Number(a.address); b < Number(a.address) + a.size; b++) {
          expect(owners.has(b)).toBe(false);
          owners.set(b, i);
        }
      });
      const added = new Set(ranges.flatMap((r) => Array.from({ length: r.size }, (_, k) => r.address + k)));
      expect([...owners.keys()].sort()).toEqual([...added].sort());
      expect(new Atoms(atoms.all).all).toEqual(atoms.all);
    }),
  );
});
