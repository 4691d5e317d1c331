import { GraphExtender } from '../../../src/explore/extend/extender';
import { Refinement } from '../../../src/explore/equivalence/refinement';
import { ScReduction } from '../../../src/explore/equivalence/sc-reduction';
import { FutureWrites } from '../../../src/explore/histories/future-writes';
import { MemoryBudget } from '../../../src/explore/session/memory-budget';
import { Session } from '../../../src/explore/session/session';
import { Rc11 } from '../../../src/model/rc11';
import { ErrorKind, Kind, label, Order } from '../../../src/program/label';
import { programOf, starter, type Body } from '../../oracle/program-of';
import { load, store } from '../graphs';

/** Explored as it is from the beginning. */
class Unreduced extends Rc11 {
  override readonly strengthening = undefined;
}

function extended(...bodies: Body[]) {
  const program = programOf([starter(bodies.length), ...bodies]);
  const model = new Unreduced('rc11');
  const session = new Session({ keepGoing: true }, new MemoryBudget());
  session.begin();
  const reduction = new ScReduction(model);
  const extender = new GraphExtender(
    program,
    reduction,
    new Refinement(model.happensBefore, false),
    session,
    new FutureWrites(program),
  );
  const graph = model.graph(() => 0);
  return { extender, graph, session, goesOn: extender.begin(graph) };
}

test('appends all that needs no choice, and stops at reads', () => {
  const { extender, graph, goesOn } = extended(
    function* () {
      yield store(0, 1);
      yield load(1);
    },
    function* () {
      yield store(1, 1, Order.Release);
    },
  );
  expect(goesOn).toBe(true);
  expect(graph.threads.map((events) => events.map((e) => Kind[e.label.kind]))).toEqual([
    ['Begin', 'Create', 'Create'],
    ['Begin', 'Store'],
    ['Begin', 'Store', 'End'],
  ]);
  expect(extender.pending(graph).map((p) => [p.thread, Kind[p.label.kind]])).toEqual([
    [0, 'Join'],
    [1, 'Load'],
  ]);
});

test('an error of the program ends the execution', () => {
  const { goesOn, session } = extended(function* () {
    yield label(Kind.Error, { op: ErrorKind.Assertion, text: 'x == 1' });
  });
  expect(goesOn).toBe(false);
  expect(session.verdict().errors.map((e) => e.kind)).toEqual(['assertion']);
});

test('plain accesses without order race', () => {
  const write: Body = function* () {
    yield label(Kind.PlainWrite, { loc: 0, value: 1, size: 4 });
  };
  const { goesOn, session } = extended(write, write);
  expect(goesOn).toBe(false);
  expect(session.verdict().errors.map((e) => e.kind)).toEqual(['data-race']);
});
