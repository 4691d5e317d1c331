import { isSteady, precedesOthers } from '../../../../src/explore/strategy/states/steady-operations';
import { Sc } from '../../../../src/model/sc';
import { Kind, label } from '../../../../src/program/label';
import { GraphBuilder } from '../../graphs';

const op = (kind: Kind) => label(kind, { loc: 0 });

test('waits and posts of a semaphore are steady, a try only where it succeeds, its value never', () => {
  const g = new GraphBuilder(new Sc());
  g.begin(1, 2);
  const steady = (kind: Kind): boolean => isSteady(g.operate(1, op(kind)));
  expect(steady(Kind.SemTrywait)).toBe(false);
  expect(steady(Kind.SemPost)).toBe(true);
  expect(steady(Kind.SemGetvalue)).toBe(false);
  expect(steady(Kind.SemTrywait)).toBe(true);
  expect(steady(Kind.SemPost)).toBe(true);
  expect(steady(Kind.SemWait)).toBe(true);
});

test('locks and unlocks of a read-write lock are steady, a try only where it succeeds', () => {
  const g = new GraphBuilder(new Sc());
  g.begin(1, 2);
  const steady = (t: number, kind: Kind): boolean => isSteady(g.operate(t, op(kind)));
  expect(steady(1, Kind.RwRdlock)).toBe(true);
  expect(steady(2, Kind.RwTryrdlock)).toBe(true);
  expect(steady(2, Kind.RwTrywrlock)).toBe(false);
  expect(steady(1, Kind.RwRdunlock)).toBe(true);
  expect(steady(2, Kind.RwRdunlock)).toBe(true);
  expect(steady(2, Kind.RwWrlock)).toBe(true);
  expect(steady(2, Kind.RwWrunlock)).toBe(true);
});

test('an initialisation precedes others where all threads created before have ended and were joined', () => {
  const g = new GraphBuilder(new Sc());
  g.begin(0);
  const init = (loc: number) => g.operate(0, label(Kind.SemInit, { loc, value: 1 }));
  const first = init(1);
  g.add(0, label(Kind.Create, { thread: 1 }));
  g.begin(1);
  const late = init(2);
  const source = g.add(1, label(Kind.End));
  const ended = init(3);
  g.model.append(g.graph, { thread: 0, label: label(Kind.Join, { thread: 1 }), source, node: null });
  const joined = init(4);
  expect([first, late, ended, joined].map((e) => precedesOthers(g.graph, e))).toEqual([true, false, false, true]);
  expect(precedesOthers(g.graph, g.operate(1, label(Kind.SemInit, { loc: 5, value: 1 })))).toBe(false);
});
