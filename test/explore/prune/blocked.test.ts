import { BlockedState } from '../../../src/explore/prune/blocked';
import { realiserFor } from '../../../src/explore/realise/realiser';
import { Rc11 } from '../../../src/model/rc11';
import { Kind, label, Order } from '../../../src/program/label';
import { programOf } from '../../oracle/program-of';
import { byValue, GraphBuilder, load, pendingOf } from '../graphs';

const none = (): never => {
  throw new Error('no run is needed');
};

test('a lock that stays taken is waited for; a read of a value that makes progress is not', () => {
  const model = new Rc11('rc11');
  const g = new GraphBuilder(model);
  g.begin(1, 2);
  g.operate(1, label(Kind.MutexLock, { loc: 0 }));
  const state = (p: ReturnType<typeof pendingOf>): BlockedState =>
    new BlockedState(realiserFor(model, byValue), g.graph, [p], () => false, programOf([]), undefined);
  const lock = state(pendingOf(2, label(Kind.MutexLock, { loc: 0 })));
  expect([lock.forEver(), lock.locked, lock.spins]).toEqual([true, true, false]);
  expect(state(pendingOf(2, load(1))).forEver()).toBe(false);
});

test('a loop goes round for ever only with a value that memory may hold at the end', () => {
  const program = programOf([
    function* () {
      while ((yield load(0, Order.Relaxed, 9)) !== 1);
    },
  ]);
  const root = program.root(0, 0, none);
  program.child(root, 0, none);
  const model = new Rc11('rc11');
  const g = new GraphBuilder(model);
  g.begin(0, 1);
  const p = { thread: 0, label: root.pending!, node: root };
  const blocked = (): BlockedState =>
    new BlockedState(realiserFor(model, byValue), g.graph, [p], () => false, program, undefined);
  const spins = blocked();
  expect([spins.forEver(), spins.spins, spins.locked]).toEqual([true, true, false]);
  g.write(1, 0, 1);
  expect(blocked().forEver()).toBe(false);
});
