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
