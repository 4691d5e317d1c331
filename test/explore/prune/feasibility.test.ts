import { excludes, Feasibility, seesNew } from '../../../src/explore/prune/feasibility';
import { SpinIterations } from '../../../src/explore/prune/spin-iterations';
import { FutureWrites } from '../../../src/explore/histories/future-writes';
import { MemoryBudget } from '../../../src/explore/session/memory-budget';
import { Session } from '../../../src/explore/session/session';
import type { Exclusions } from '../../../src/explore/store/closed-states';
import { Rc11 } from '../../../src/model/rc11';
import { programOf, type Body } from '../../oracle/program-of';
import { exchange, GraphBuilder, load, store } from '../graphs';

const none = (): never => {
  throw new Error('no run is needed');
};

/** Both threads stand at their first read; all of their trees for the values 0 and 1 is known. */
function feasibility(bodies: Body[], exclusions: Exclusions = []): { f: Feasibility; pending: number[] } {
  const program = programOf(bodies);
  const model = new Rc11('rc11');
  const g = new GraphBuilder(model);
  const session = new Session({}, new MemoryBudget());
  session.begin();
  const future = new FutureWrites(program);
  const all = bodies.map((_, t) => {
    const root = program.root(t, 0, none);
    future.addRoot(root);
    g.begin(t);
    for (const v of [0, 1]) program.child(root, v, none);
    return { thread: t, label: root.pending!, node: root };
  });
  const loops = new SpinIterations(model, program, future, false, session, undefined);
  const others = { exist: () => false, mayEndWith: () => false };
  const f = new Feasibility(g.graph, exclusions, all, session, loops, future, others, undefined);
  return { f, pending: f.inOrder().order.map((p) => p.thread) };
}

const reads = (loc: number): Body =>
  function* () {
    yield load(loc);
  };
const copies = (from: number, to: number): Body =>
  function* () {
    yield load(from);
    yield store(to, 1);
  };

test('an event that nothing can change is tried first, alone', () => {
  const { pending } = feasibility([copies(0, 1), reads(1)]);
  expect(pending[0]).toBe(0);
});

test('an event may be deferred only while a write may still come', () => {
  const { f } = feasibility([copies(0, 1), reads(1)]);
  const { order } = f.inOrder();
  expect(order.map((p) => [p.thread, f.mayBeDeferred(p)])).toEqual([
    [0, false],
    [1, true],
  ]);
});

test('deferred threads that wait for each other make the branch infeasible', () => {
  const ring = [copies(0, 1), copies(1, 0)];
  expect(feasibility(ring).f.isInfeasible()).toBe(false);
  expect(feasibility(ring, [[0], undefined]).f.isInfeasible()).toBe(false);
  expect(feasibility(ring, [[0], [0]]).f.isInfeasible()).toBe(true);
});

test('excluded writes', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1);
  const w = g.write(1, 0, 1);
  expect([undefined, [], [0, 1], [0, 2]].map((x) => excludes(x, w))).toEqual([false, false, false, true]);
  expect(excludes([], g.initial(0))).toBe(true);
  expect([seesNew(g.graph, [0, 2], load(0)), seesNew(g.graph, [0, 1], exchange(0, 1))]).toEqual([false, true]);
});
