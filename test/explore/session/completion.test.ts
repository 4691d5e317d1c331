/** What is run again of the executions that are complete. */
import { Completion } from '../../../src/explore/session/completion';
import { MemoryBudget } from '../../../src/explore/session/memory-budget';
import { Session } from '../../../src/explore/session/session';
import type { SessionOptions } from '../../../src/explore/session/session-options';
import type { ExecutionGraph } from '../../../src/graph/graph';
import { Sc } from '../../../src/model/sc';
import { Kind, label } from '../../../src/program/label';
import type { Schedule } from '../../../src/program/program';
import { programOf } from '../../oracle/program-of';

const model = new Sc();

/** A completion, and the schedules that it has the program verify. */
function made(options: SessionOptions = {}) {
  const session = new Session(options, new MemoryBudget());
  session.begin();
  const verified: Schedule[] = [];
  const program = { ...programOf([function* () {}]), verify: (s: Schedule) => verified.push(s) };
  return { session, verified, completion: new Completion(program, model, session) };
}

/** Threads that exit, at these call sites. */
function exits(...calls: [thread: number, site: number][]): ExecutionGraph {
  const graph = model.graph(() => 0);
  for (const [thread, site] of calls)
    model.append(graph, { thread, label: label(Kind.Exit, { site }), source: null, node: null });
  return graph;
}

test('few executions are run in another order: the first one, and fewer and fewer', () => {
  const { completion, verified, session } = made();
  const at: number[] = [];
  for (let i = 0; i < 600; i++) {
    const before = verified.length;
    completion.complete(() => exits());
    if (verified.length > before) at.push(i);
  }
  expect(at).toEqual([0, 8, 64, 512]);
  expect(verified.every((s) => s.reversed === true)).toBe(true);
  expect(session.counts.executions).toBe(600);
});

test('--tune runs=all: each is run as it is', () => {
  const { completion, verified } = made({ runAll: true });
  for (let i = 0; i < 5; i++) completion.complete(() => exits());
  expect(verified.filter((s) => s.reversed !== true)).toHaveLength(5);
});

test('the graph is asked for only where it is needed', () => {
  const { completion } = made();
  let asked = 0;
  for (let i = 0; i < 8; i++)
    completion.complete(() => {
      asked++;
      return exits();
    });
  expect(asked).toBe(1);
});

test('executions in which several threads exit are run, once for each set of calls', () => {
  const { completion, verified } = made();
  for (const graph of [
    exits([0, 1]),
    exits([1, 1], [1, 2]),
    exits([0, 1], [1, 2]),
    exits([1, 2], [0, 1]),
    exits([0, 1], [1, 3]),
    exits([0, 1], [1, 3]),
  ])
    completion.compareExits(graph);
  expect(verified).toHaveLength(2);
});
