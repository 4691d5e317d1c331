/**
 * Long executions cost about as much for each event as short ones: what is counted is how often what is costly is
 * called.
 */
import { explore } from '../../src/explore/explorer';
import * as psc from '../../src/model/psc';
import { Kind, label, Order, RmwOp, type Label } from '../../src/program/label';
import type { HistoryNode, Program } from '../../src/program/program';
import type { Value } from '../../src/program/label';

/**
 * One thread that performs the events of a turn again and again, and ends after so many turns; it never looks the same
 * twice. `looked`: somebody looks at a node.
 */
function repeats(turn: readonly Label[], turns: number, looked: () => void = () => undefined): Program {
  const nodes: HistoryNode[] = [];
  const all = Array.from({ length: turns }, () => turn).flat();
  const waits = (l: Label): boolean => l.kind === Kind.Rmw || l.kind === Kind.MutexLock;
  const node = (parent: HistoryNode | null, value: Value, from: number, first: readonly Label[]): HistoryNode => {
    const segment = [...first];
    let at = from;
    while (at < all.length && !waits(all[at])) segment.push(all[at++]);
    if (at === all.length) segment.push(label(Kind.End));
    const made: HistoryNode = {
      id: nodes.length,
      thread: 0,
      parent,
      value,
      pending: all[at] ?? null,
      children: new Map(),
      get segment() {
        looked();
        return segment;
      },
    };
    nodes.push(made);
    next.set(made, at + 1);
    return made;
  };
  const next = new Map<HistoryNode, number>();
  let root: HistoryNode | undefined;
  return {
    root: () => (root ??= node(null, 0, 0, [label(Kind.Begin)])),
    child(parent, value) {
      const children = parent.children as Map<Value, HistoryNode>;
      const known = children.get(value) ?? node(parent, value, next.get(parent)!, []);
      children.set(value, known);
      return known;
    },
    nodes,
    initial: () => 0,
  };
}

const add = label(Kind.Rmw, { loc: 0, size: 4, op: RmwOp.Add, value: 1 });
const locking = [label(Kind.MutexLock, { loc: 1, spin: 0 }), label(Kind.MutexUnlock, { loc: 1 })];

afterEach(() => {
  jest.restoreAllMocks();
});

test('fences: an event that comes last in coherence needs no search for a cycle', () => {
  const searches = jest.spyOn(psc, 'pscAcyclic');
  const v = explore(repeats([label(Kind.Fence, { order: Order.SeqCst }), add], 1000), {
    model: 'rc11',
    equivalence: 'rf',
  });
  expect([v.executions, searches.mock.calls.length]).toEqual([1, 0]);
});

test('an execution that was cut: turns of loops are looked for where there are some', () => {
  const turns = 1000;
  let looks = 0;
  const v = explore(
    repeats(locking, turns, () => {
      looks++;
    }),
    { model: 'rc11', equivalence: 'rf', maxSteps: turns },
  );
  expect(v.limitsHit).toEqual(['steps']);
  expect(looks).toBeLessThan(50 * turns);
});
