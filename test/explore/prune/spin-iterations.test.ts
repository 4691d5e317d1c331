import { FutureWrites } from '../../../src/explore/histories/future-writes';
import { MemoryBudget } from '../../../src/explore/session/memory-budget';
import { Session } from '../../../src/explore/session/session';
import { SpinIterations } from '../../../src/explore/prune/spin-iterations';
import { Rc11 } from '../../../src/model/rc11';
import { Order } from '../../../src/program/label';
import { programOf } from '../../oracle/program-of';
import { GraphBuilder, load } from '../graphs';

const none = (): never => {
  throw new Error('no run is needed');
};

/** A thread that waits for a 1; its first iteration that reads 0 is known. */
function spinning() {
  const program = programOf([
    function* () {
      while ((yield load(0, Order.Relaxed, 9)) !== 1);
    },
  ]);
  const model = new Rc11('rc11');
  const root = program.root(0, 0, none);
  const again = program.child(root, 0, none);
  const loops = new SpinIterations(
    model,
    program,
    new FutureWrites(program),
    false,
    new Session({}, new MemoryBudget()),
    undefined,
  );
  const g = new GraphBuilder(model);
  g.begin(0, 1);
  return { g, loops, again, p: { thread: 0, label: root.pending!, node: root } };
}

test('an iteration that only looked is fruitless', () => {
  const { g, loops, again, p } = spinning();
  expect(loops.isFruitless(g.graph, () => [], p, again)).toBe(true);
  expect(loops.isFruitless(g.graph, () => [], p, p.node)).toBe(false);
  expect(loops.hasRemovable(g.graph)).toBe(false);
});

test('a read that can only go round waits; it may spin for ever while its value may be the last', () => {
  const { g, loops, p } = spinning();
  const [open, no, pending] = [() => true, () => false, () => []];
  const onlySpins = (): boolean => loops.onlySpins(g.graph, p, open, no, pending);
  expect(onlySpins()).toBe(true);
  expect(loops.maySpin(g.graph, p, () => false)).toBe(true);
  g.write(1, 0, 1);
  expect(onlySpins()).toBe(false);
  // The initial 0 is overwritten in every execution.
  expect(loops.maySpin(g.graph, p, () => false)).toBe(false);
  expect(loops.maySpin(g.graph, p, () => true)).toBe(true);
});
