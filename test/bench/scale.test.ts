/** The simulation of many workers: small trees by hand, and that it hands over what the product hands over. */
import { Clock } from '../../bench/scale/clock';
import type { Costs } from '../../bench/scale/costs';
import { present, simulateGroup } from '../../bench/scale/group';
import { plot } from '../../bench/scale/plot';
import { asAsked, noFaults, simulateQueue } from '../../bench/scale/queue';
import { record } from '../../bench/scale/record';
import { SimulatedSearch, wholeTree, type SimulatedPart } from '../../bench/scale/search';
import { BranchTree, NOWHERE, type StateRecord } from '../../bench/scale/tree';
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import type { Worker, WorkerLead } from '../../src/explore/session/worker-group';
import { Speculations } from '../../src/explore/histories/speculations';
import type { Program } from '../../src/program/program';
import { counter, fib } from '../oracle/larger';

/** A state takes a second, all else no time. */
const bare: Costs = {
  unit: 1,
  run: 0,
  latency: 0,
  send: 0,
  receive: 0,
  report: 0,
  alone: 0,
  start: 0,
  messagesPerSecond: Infinity,
};

/** A tree by its branches: for each state the trees of its choices. */
type Shape = readonly Shape[];

function treeOf(shape: Shape, run: (state: number) => number = () => 0): BranchTree {
  const records: StateRecord[] = [];
  const add = (choices: Shape, parent: number, branch: number): void => {
    const state = records.length;
    records.push({ parent, branch, cost: 1, run: run(state), choices: choices.length, deferrable: false });
    choices.forEach((below, choice) => {
      add(below, state, choice);
    });
  };
  add(shape, NOWHERE, 0);
  return BranchTree.of(records);
}

const chain = (n: number): Shape => (n === 1 ? [] : [chain(n - 1)]);
const binary = (depth: number): Shape => (depth === 0 ? [] : [binary(depth - 1), binary(depth - 1)]);
/** So many states one below the other, and beside each but the first one a state without branches. */
const comb = (n: number, first: 'spine' | 'tooth'): Shape =>
  n === 1 ? [] : first === 'spine' ? [comb(n - 1, first), []] : [[], comb(n - 1, first)];

test('events come by time, and those of one time in the order in which they were entered', () => {
  const clock = new Clock<string>();
  const times = [5, 3, 5, 1, 3, 4, 1, 2];
  times.forEach((time, i) => {
    clock.at(time, `${time}.${i}`);
  });
  const come: string[] = [];
  while (!clock.isEmpty) come.push(clock.next());
  expect(come).toEqual(['1.3', '1.6', '2.7', '3.1', '3.4', '4.5', '5.0', '5.2']);
});

test('a tree is the same after it was written and read', () => {
  const { tree } = record(fib(2), () => 0, { model: 'rc11', equivalence: 'rf' });
  const again = BranchTree.decode(tree.encode());
  expect(again).toEqual(tree);
  expect(() => BranchTree.decode(treeOf([]).encode().subarray(4))).toThrow();
});

test('a recorded tree has the states of the check, and a leaf for each execution and dead end', () => {
  const { tree, verdict } = record(counter(2, 2), () => 0, { model: 'rc11', equivalence: 'rf' });
  expect(tree.size).toBe(verdict.states);
  expect(tree.shape.leaves).toBe(verdict.executions + verdict.blocked + verdict.deadEnds);
});

describe('as --jobs does', () => {
  test('one worker takes the time of all states', () => {
    for (const shape of [chain(7), binary(3), comb(4, 'spine')]) {
      const tree = treeOf(shape);
      const all = { seconds: tree.size, speedUp: 1, idle: 0, messages: 0, branches: 0 };
      expect(simulateGroup(tree, 1, bare)).toMatchObject(all);
    }
  });

  test('a chain has nothing to hand over: however many workers wait', () => {
    expect(simulateGroup(treeOf(chain(100)), 10, bare)).toMatchObject({ seconds: 100, branches: 0, idle: 0.9 });
  });

  // The first worker enters the root at 1, and its half of 7 states from 2 to 8. It hands the other half over at 2. The
  // helper comes to the root until 3, and enters its 7 states from 4 on. At 9 it enters the last but one, and hands the
  // last one back. The first worker comes to that in 3, and enters it in 1: 13.
  test('a full binary tree of depth 3 by two workers', () => {
    expect(simulateGroup(treeOf(binary(3)), 2, bare)).toMatchObject({
      seconds: 13,
      speedUp: 15 / 13,
      branches: 2,
      overhead: { replay: 4 / 15, runs: 0, handling: 0, lost: 0 },
    });
  });

  // At 2, the first worker hands the tooth of the root over. It enters the end of the spine at 4. The helper has
  // entered its tooth at 4, too late for that. At 5, the first worker enters its third tooth, and hands over the second
  // one. The helper comes to that in 2, and enters it in 1: 8. One worker would have ended at 7.
  test('the teeth of a comb are not worth their hand-over', () => {
    expect(simulateGroup(treeOf(comb(4, 'spine')), 2, bare)).toMatchObject({ seconds: 8, branches: 2, speedUp: 7 / 8 });
  });

  // At 2, the first worker enters the tooth of the root and hands the rest over; it has nothing else. The helper enters
  // the second state of the spine at 4 and its tooth at 5, when it hands the rest back. The first worker comes to that
  // in 2 from the root, and enters it in 1.
  test('a comb whose teeth come first is passed on as a whole', () => {
    expect(simulateGroup(treeOf(comb(3, 'tooth')), 2, bare)).toMatchObject({ seconds: 8, branches: 2 });
  });

  // As above, until the helper enters the last state but one at 9.25. The last one is handed over until 9.5 and entered
  // at 13.5. Its result arrives at 13.75 and that of the helper at 14. The helper has
  // also told what it knows, as it does first, and two more messages end the check.
  test('a message takes its time', () => {
    expect(simulateGroup(treeOf(binary(3)), 2, { ...bare, latency: 0.25 })).toMatchObject({
      seconds: 14.5,
      branches: 2,
      messages: 7,
    });
  });

  test('a worker that does not know of a run makes it again', () => {
    const known = simulateGroup(
      treeOf(binary(3), () => 1),
      2,
      { ...bare, run: 1 },
    );
    expect(known.overhead.runs).toBe(0);
    const depth1 = (state: number): number => (state < 2 ? 0 : 1);
    const unknown = simulateGroup(treeOf(binary(3), depth1), 2, { ...bare, run: 1 });
    expect(unknown.overhead.runs).toBe(1 / 16);
  });

  test('all states are explored once, whatever the policy', () => {
    const { tree } = record(fib(3), () => 0, { model: 'rc11', equivalence: 'rf' });
    for (const workers of [1, 2, 3, 17, 200])
      for (const policy of [present, { waits: false, exchange: 'none', branches: 4 } as const])
        for (const latency of [0, 3.7])
          // It throws where a state was explored twice, or never.
          expect(simulateGroup(tree, workers, { ...bare, latency }, policy).seconds).toBeGreaterThan(0);
  });
});

describe('jobs over a queue', () => {
  test('one worker takes the time of all states', () => {
    expect(simulateQueue(treeOf(binary(3)), 1, bare)).toMatchObject({ seconds: 15, branches: 0, idle: 0 });
    expect(simulateQueue(treeOf(chain(5)), 9, bare)).toMatchObject({ seconds: 5, branches: 0 });
  });

  test('no job gives anything away before it has lasted as long as it must', () => {
    const tree = treeOf(binary(3));
    expect(simulateQueue(tree, 8, bare, { ...asAsked, grain: 15 })).toMatchObject({ seconds: 15, branches: 0 });
    expect(simulateQueue(tree, 8, bare, { ...asAsked, grain: 2 }).branches).toBeGreaterThan(0);
  });

  test('all passes through one place, one message after the other', () => {
    const tree = treeOf(binary(4));
    const slow = simulateQueue(tree, 4, { ...bare, messagesPerSecond: 0.5 });
    expect(slow.seconds).toBeGreaterThanOrEqual(slow.messages - 4);
  });

  test('what a dead worker has done is done again, and counted once', () => {
    const { tree } = record(fib(3), () => 0, { model: 'rc11', equivalence: 'rf' });
    const policy = { grain: 10, branches: 2, longest: 50 };
    for (let seed = 1; seed <= 20; seed++) {
      const { deaths, overhead } = simulateQueue(tree, 5, bare, policy, { rate: 0.002, lock: 30, seed });
      expect([deaths > 0, overhead.lost > 0]).toEqual([true, true]);
    }
    expect(simulateQueue(tree, 5, bare, policy, noFaults)).toMatchObject({ deaths: 0, overhead: { lost: 0 } });
  });
});

/** The states in each branch that the product hands over, where each `every`-th state of the first worker hands one. */
function handedOverByProduct(program: Program, options: ExploreOptions, every: number): number[] {
  let sizes: number[] = [];
  const startWorkers = (worker: Worker): WorkerLead => {
    let states = 0,
      nested = 0,
      executions = 0;
    const branches: number[] = (sizes = []);
    return {
      speculations: new Speculations(),
      cut: worker.round.cut,
      get executions() {
        return executions;
      },
      count: (n) => (executions += n) - n,
      isNew: () => true,
      forget: () => undefined,
      collect: () => undefined,
      isWorkWanted: () => nested === 0 && states++ % every === every - 1,
      handOver: (branch) => {
        const place = branches.push(0) - 1;
        return () => {
          nested++;
          const found = worker.explore(branch);
          nested--;
          branches[place] = found.counts.states;
          worker.absorb(found);
          return found.performed;
        };
      },
      finish: () => undefined,
      dismiss: () => undefined,
    };
  };
  explore(program, { ...options, explicit: false, startWorkers });
  return sizes;
}

function handedOverBySimulation(tree: BranchTree, every: number): number[] {
  const sizes: number[] = [];
  const parts: SimulatedPart[] = [];
  const results = new Map<number, boolean>();
  let states = 0;
  const explored = (part: SimulatedPart): [number, boolean] => {
    const search = new SimulatedSearch(tree, part, true);
    let n = 0;
    for (let step = search.next(none); step.kind === 'state'; step = search.next(none), n++) search.enter(step.state);
    return [n, search.performed];
  };
  const search = new SimulatedSearch(tree, wholeTree, true);
  for (let step = search.next(results); step.kind !== 'ended'; step = search.next(results)) {
    if (step.kind === 'wait') {
      const [size, performed] = explored(parts[step.ticket]);
      sizes[step.ticket] = size;
      results.set(step.ticket, performed);
      continue;
    }
    const part = states++ % every === every - 1 ? search.share(parts.length) : undefined;
    if (part !== undefined) parts.push(part);
    search.enter(step.state);
  }
  return sizes;
}
const none = new Map<number, boolean>();

test.each([
  ['fib', () => fib(3)],
  ['counter', () => counter(3, 1)],
  ['counter of two steps', () => counter(2, 2)],
])('the simulation hands over the branches that the product hands over: %s', (_, make) => {
  const options: ExploreOptions = { model: 'rc11', equivalence: 'rf' };
  const { tree } = record(make(), () => 0, options);
  for (const every of [1, 2, 3, 7, 50]) {
    const sizes = handedOverByProduct(make(), options, every);
    // What one worker would have left out as infeasible is one state for the product, and none in the record.
    const atLeast1 = (size: number): number => Math.max(1, size);
    expect(handedOverBySimulation(tree, every).map(atLeast1)).toEqual(sizes.map(atLeast1));
    if (every < 7) expect(sizes.length).toBeGreaterThan(1);
  }
});

test('a plot has each line, its name, and no text that is not escaped', () => {
  const line = {
    name: 'a < b & c',
    colour: '#000',
    points: [
      [1, 1],
      [10, 8],
    ] as const,
  };
  const svg = plot([{ title: 'one', lines: [line] }], 10, 'workers', 'speed-up');
  expect(svg).toContain('a &lt; b &amp; c');
  expect(svg.match(/<polyline/g)).toHaveLength(1 + 4 + 1 + 1);
});
