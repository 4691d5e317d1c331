import { Reduction, StepAccesses } from '../../../../../src/explore/strategy/state-space/reduction/reduction';
import type { ExecutionGraph } from '../../../../../src/graph/graph';
import type { HistoryNode } from '../../../../../src/program/program';
import { Kind, label, type Label } from '../../../../../src/program/label';
import { machineOf, searched } from '../../../../oracle/states/made';
import type { Thread } from '../../../../oracle/states/machine';

const node = {} as HistoryNode;
const before = (thread: number, l: Label) => ({ thread, label: l, node });
/** A graph with these events; those that store write. */
const graphOf = (...events: readonly (readonly [number, Label])[]): ExecutionGraph =>
  ({
    events: events.map(([thread, l]) => ({
      thread,
      label: l,
      loc: l.loc,
      written: l.kind === Kind.Store || l.kind === Kind.PlainWrite ? 1 : undefined,
    })),
  }) as unknown as ExecutionGraph;

/** Threads 0 and 1 stand at places 10 and 11, before these events. */
function standing(first: Label, second: Label) {
  const reduction = new Reduction(() => []);
  const pending = [before(0, first), before(1, second)].map((p) => ({ ...p, access: reduction.accessOf(p.label) }));
  const futures = [10, 11];
  reduction.arrive(futures, pending);
  return { reduction, pending, futures };
}

const store = (loc: number): Label => label(Kind.Store, { loc });

test('a thread whose event nobody else may touch is tried alone', () => {
  const { reduction, pending, futures } = standing(store(1), store(2));
  expect(reduction.choose(futures, pending, () => true)).toBe(0);
  expect(reduction.choose(futures, pending, (at) => pending[at].thread === 1)).toBe(1);
  const accesses = new StepAccesses();
  reduction.step(graphOf([0, store(1)]), 0, 0, futures, accesses);
  expect(reduction.independent(futures, 0, accesses)).toBe(true);
  expect(reduction.holds()).toBe(true);
});

test('threads that touch the same are not tried alone', () => {
  const { reduction, pending, futures } = standing(store(1), store(1));
  expect(reduction.choose(futures, pending, () => true)).toBe(-1);
});

test('what a step accesses besides is asked about, too', () => {
  const { reduction, futures } = standing(store(1), label(Kind.PlainRead, { loc: 2 }));
  const accesses = new StepAccesses();
  reduction.step(graphOf([0, store(1)], [0, label(Kind.PlainWrite, { loc: 2 })]), 0, 0, futures, accesses);
  expect(reduction.independent(futures, 0, accesses)).toBe(false);
});

test('a step that ends the program is never enough', () => {
  const { reduction, futures } = standing(store(1), store(2));
  const accesses = new StepAccesses();
  reduction.step(graphOf([0, store(1)], [0, label(Kind.Exit)]), 0, 0, futures, accesses);
  expect(reduction.independent(futures, 0, accesses)).toBe(false);
});

test('an answer does not hold when another thread turns out to access the same', () => {
  const { reduction, futures } = standing(store(1), store(2));
  const accesses = new StepAccesses();
  reduction.step(graphOf([0, store(1)]), 0, 0, futures, accesses);
  expect(reduction.independent(futures, 0, accesses)).toBe(true);
  reduction.follow(futures, [10, 12]);
  expect(reduction.holds()).toBe(true);
  reduction.arrive([10, 12], [before(1, label(Kind.Load, { loc: 1 }))]);
  expect(reduction.holds()).toBe(false);
});

test.each([2, 3, 4])('%d threads with locks of their own cost the sum of their states', (n) => {
  const threads = Array.from({ length: n }, (_, m): Thread =>
    Array.from({ length: 10 }, () => [{ op: 'lock', m } as const, { op: 'unlock', m } as const]).flat(),
  );
  expect(searched(machineOf(threads), { reduction: true })).toMatchObject({
    // What the last thread does is forced.
    states: 20 * (n - 1) + 1,
    executions: 1,
    errors: [],
  });
});
