import { ErrorReports } from '../../../src/explore/extend/error-reports';
import { MemoryBudget } from '../../../src/explore/session/memory-budget';
import { Session } from '../../../src/explore/session/session';
import { Rc11 } from '../../../src/model/rc11';
import { Kind, label } from '../../../src/program/label';
import { programOf } from '../../oracle/program-of';
import { GraphBuilder, load, pendingOf } from '../graphs';

function made(): { g: GraphBuilder; session: Session; reports: ErrorReports } {
  const model = new Rc11('rc11');
  const session = new Session({ keepGoing: true, maxSteps: 10 }, new MemoryBudget());
  session.begin();
  return { g: new GraphBuilder(model), session, reports: new ErrorReports(programOf([]), model, session) };
}

test('errors name what is wrong, who takes part, and the execution', () => {
  const { g, session, reports } = made();
  g.begin(1, 2);
  const a = g.add(1, label(Kind.PlainWrite, { loc: 0, value: 1, site: 1 }), 1);
  const b = g.add(2, label(Kind.PlainWrite, { loc: 0, value: 2, site: 2 }), 2);
  reports.race(g.graph, a, b);
  reports.misuse(g.graph, 1, a.label, 'does what it must not');
  const { errors } = session.verdict();
  expect(errors.map((e) => [e.kind, e.involved.map((i) => i.thread), e.trace.length])).toEqual([
    ['data-race', [1, 2], 4],
    ['misuse', [1], 4],
  ]);
  expect(errors[1].message).toBe('thread 1 does what it must not');
});

test('threads that wait for ever are an error, unless a time-out was held back', () => {
  const { g, session, reports } = made();
  g.begin(1);
  reports.waitForEver(g.graph, [pendingOf(1, label(Kind.MutexLock, { loc: 0 }))], 'deadlock');
  expect(session.verdict().errors.map((e) => e.kind)).toEqual(['deadlock']);
  const held = made();
  const p = pendingOf(1, load(0));
  held.reports.waitForEver(held.g.graph, [{ ...p, node: { ...p.node, segment: [label(Kind.Held)] } }], 'deadlock');
  expect(held.session.verdict().errors).toEqual([]);
});

test('an execution that is too long is a limit', () => {
  const { g, session, reports } = made();
  g.begin(1);
  expect(reports.tooLong(g.graph)).toBe(false);
  expect(session.verdict().limitsHit).toHaveLength(1);
});
