import { ExplorationRestart } from '../../../src/explore/common/restart';
import { Refinement } from '../../../src/explore/equivalence/refinement';
import { C11HappensBefore } from '../../../src/model/c11-happens-before';
import { Kind, label, Order } from '../../../src/program/label';
import { exchange, load } from '../graphs';

const c11 = new C11HappensBefore('c11');
const fence = label(Kind.Fence, { order: Order.Acquire });

test('reads that synchronise count by source once plain data is synchronised', () => {
  const r = new Refinement(c11, true);
  const kinds = [load(0), load(0, Order.Acquire), exchange(0, 1), label(Kind.MutexLock), label(Kind.CondBlock)];
  expect(kinds.map((l) => r.countsBySource(1, l))).toEqual([false, false, false, false, false]);
  expect(() => {
    r.refine();
  }).toThrow(ExplorationRestart);
  r.refine();
  expect(r.fixesOrder).toBe(true);
  expect(kinds.map((l) => r.countsBySource(1, l))).toEqual([false, true, true, true, false]);
});

test('after an acquire fence all loads of its thread may synchronise', () => {
  const r = new Refinement(c11, true);
  r.fence(1, fence);
  expect(() => {
    r.refine();
  }).toThrow(ExplorationRestart);
  expect([1, 2].map((t) => r.countsBySource(t, load(0)))).toEqual([true, false]);
  expect(() => {
    r.fence(2, fence);
  }).toThrow(ExplorationRestart);
});

test('the model says which loads acquire', () => {
  const all = new C11HappensBefore('c11', (o) => (o === Order.Plain ? o : Order.AcqRel));
  const r = new Refinement(all, true);
  expect(() => {
    r.refine();
  }).toThrow(ExplorationRestart);
  expect(r.countsBySource(1, load(0))).toBe(true);
});

test('an equivalence that does not merge by value asks for nothing', () => {
  const r = new Refinement(c11, false);
  r.refine();
  expect(r.countsBySource(1, load(0, Order.Acquire))).toBe(false);
});
