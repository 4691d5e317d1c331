import { ExplorationRestart } from '../../../src/explore/common/restart';
import { ScReduction } from '../../../src/explore/equivalence/sc-reduction';
import { Rc11 } from '../../../src/model/rc11';
import { Sc } from '../../../src/model/sc';
import { Kind, label, Order } from '../../../src/program/label';
import { load } from '../graphs';

test('rc11 begins as sc, until an event is not seq_cst', () => {
  const rc11 = new Rc11('rc11');
  const r = new ScReduction(rc11);
  expect(r.model.name).toBe('sc');
  r.see(load(0, Order.SeqCst));
  r.see(label(Kind.MutexLock, { loc: 0 }));
  for (const l of [load(0, Order.Acquire), label(Kind.Fence, { order: Order.SeqCst }), label(Kind.SemPost)]) {
    const fresh = new ScReduction(rc11);
    expect(() => {
      fresh.see(l);
    }).toThrow(ExplorationRestart);
    expect(fresh.model).toBe(rc11);
    fresh.see(l);
  }
});

test('a model without a stronger one is used from the beginning', () => {
  const sc = new Sc();
  const r = new ScReduction(sc);
  expect(r.model).toBe(sc);
  r.see(load(0));
});

test('while states are explored, objects without an observable order leave the stronger model in place', () => {
  const rwlock = label(Kind.RwRdlock, { loc: 0 });
  const signal = label(Kind.CondSignal, { loc: 0 });
  const trylock = label(Kind.MutexTrylock, { loc: 0 });
  const reduction = new ScReduction(new Rc11('rc11'));
  expect(() => reduction.see(rwlock)).toThrow(ExplorationRestart);
  expect([reduction.model.name, reduction.maySearchStates]).toEqual(['rc11', true]);
  reduction.searchStates();
  reduction.see(signal);
  expect([reduction.model.name, reduction.maySearchStates]).toEqual(['sc', true]);
  expect(() => reduction.see(trylock)).toThrow(ExplorationRestart);
  expect([reduction.model.name, reduction.maySearchStates]).toEqual(['rc11', false]);
});

test('while states are explored, accesses that are not seq_cst have the program checked for robustness', () => {
  const reduction = new ScReduction(new Rc11('rc11'));
  reduction.searchStates();
  reduction.see(load(0, Order.SeqCst));
  expect([reduction.model.name, reduction.checksRobustness]).toEqual(['sc', false]);
  expect(() => reduction.see(load(0, Order.Acquire))).toThrow(ExplorationRestart);
  expect([reduction.model.name, reduction.checksRobustness]).toEqual(['sc', true]);
  expect(() => reduction.see(label(Kind.Fence, { order: Order.Release }))).toThrow(ExplorationRestart);
  reduction.see(label(Kind.Fence, { order: Order.Release }));
  expect(() => reduction.excludeStates()).toThrow(ExplorationRestart);
  expect([reduction.model.name, reduction.maySearchStates]).toEqual(['rc11', false]);
});

test('excludeStates ends a search of states; under sc there is nothing to exclude', () => {
  const reduction = new ScReduction(new Rc11('rc11'));
  reduction.excludeStates();
  expect([reduction.model.name, reduction.maySearchStates]).toEqual(['sc', false]);
  const other = new ScReduction(new Rc11('rc11'));
  other.searchStates();
  expect(() => other.excludeStates()).toThrow(ExplorationRestart);
  const sc = new ScReduction(new Sc());
  sc.searchStates();
  sc.excludeStates();
  expect(sc.maySearchStates).toBe(true);
});
