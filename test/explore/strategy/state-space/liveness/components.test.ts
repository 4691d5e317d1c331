import { componentsThatStay } from '../../../../../src/explore/strategy/state-space/liveness/components';
import {
  StateGraph,
  type StepKinds,
  type Units,
} from '../../../../../src/explore/strategy/state-space/steps/state-graph';

const looks: StepKinds = new Map([[1, 'looks']]);
const changes: StepKinds = new Map([[2, 'changes']]);
const both: StepKinds = new Map([
  [1, 'locks'],
  [3, 'changes'],
]);

const alone = (kinds: StepKinds) => ({ kinds, units: [], givingBack: kinds, spurious: false });

/** A graph with so many states, all explored, and these steps. */
function graphOf(states: number, steps: readonly (readonly [from: number, to: number, did: StepKinds])[]): StateGraph {
  const graph = new StateGraph();
  for (let n = 1; n <= states; n++) {
    graph.add(n - 1, n === 1 ? undefined : { thread: 0, choice: 0 });
    graph.expand(n);
  }
  for (const [from, to, did] of steps) graph.step(from, to, graph.did(alone(did)));
  return graph;
}

const staying = (graph: StateGraph) =>
  componentsThatStay(graph).map(({ state, threads }) => [
    state,
    Object.entries(threads).flatMap(([kind, of]) => [...of].sort().map((t) => `${t} ${kind}`)),
  ]);

test('a state without steps stays; what leads to it does not', () => {
  expect(staying(graphOf(2, [[1, 2, changes]]))).toEqual([[2, []]]);
});

test('a state in which an execution ends, or that is not explored yet, does not stay', () => {
  const ends = graphOf(2, [[1, 2, changes]]);
  ends.leaves(2, 1);
  expect(staying(ends)).toEqual([]);
  const open = graphOf(1, []);
  open.add(1, { thread: 0, choice: 0 });
  open.step(1, 2, open.did(alone(looks)));
  expect(staying(open)).toEqual([]);
});

test('a cycle is one component, which has what its steps did', () => {
  const cycle = [
    [1, 2, looks],
    [2, 3, both],
    [3, 2, changes],
  ] as const;
  expect(staying(graphOf(3, cycle))).toEqual([[2, ['2 changes', '3 changes', '1 locks']]]);
});

test('a step out of a cycle leaves it; two cycles that share a state are one component', () => {
  const left = [
    [1, 1, looks],
    [1, 2, changes],
    [2, 2, looks],
  ] as const;
  expect(staying(graphOf(2, left))).toEqual([[2, ['1 looks']]]);
  const shared = [
    [1, 2, changes],
    [2, 1, looks],
    [1, 3, looks],
    [3, 1, both],
  ] as const;
  expect(staying(graphOf(3, shared))).toEqual([[1, ['2 changes', '3 changes', '1 looks', '1 locks']]]);
});

test('the way to a state is that by which it was found', () => {
  const graph = new StateGraph();
  graph.add(0, undefined);
  graph.add(1, { thread: 1, choice: 0 });
  graph.add(1, { thread: 2, choice: 1 });
  graph.add(3, { thread: 1, choice: 2 });
  expect(graph.wayTo(4)).toEqual([1, 3, 4]);
  expect(graph.wayTo(4).map((n) => graph.moveTo(n)?.choice)).toEqual([undefined, 1, 2]);
});

test('units that a thread gives back are as locks; units that it passes on change something', () => {
  const unit = (thread: number, semaphore: number, change: number) => ({
    kinds: new Map([[thread, 'changes' as const]]),
    units: [{ thread, semaphore, change } satisfies Units],
    givingBack: new Map([[thread, 'locks' as const]]),
    spurious: false,
  });
  const cycle = (...did: ReturnType<typeof unit>[]): StateGraph => {
    const graph = graphOf(did.length, []);
    did.forEach((d, i) => {
      graph.step(i + 1, ((i + 1) % did.length) + 1, graph.did(d));
    });
    return graph;
  };
  const [take, give] = [1, -1];
  expect(staying(cycle(unit(1, 7, take), unit(2, 7, take), unit(1, 7, give), unit(2, 7, give)))).toEqual([
    [1, ['1 locks', '2 locks']],
  ]);
  expect(staying(cycle(unit(1, 7, take), unit(1, 8, give), unit(2, 8, take), unit(2, 7, give)))).toEqual([
    [1, ['1 changes', '2 changes']],
  ]);
  expect(staying(cycle(unit(1, 7, take), unit(2, 7, give)))).toEqual([[1, ['1 changes', '2 changes']]]);
});
