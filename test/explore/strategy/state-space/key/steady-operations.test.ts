import { isSteady, unsettles } from '../../../../../src/explore/strategy/state-space/key/hidden-order';
import { Sc } from '../../../../../src/model/sc';
import { Kind, label, NEVER } from '../../../../../src/program/label';
import { GraphBuilder } from '../../../graphs';

test('waits, posts, locks and unlocks are steady, and tries that wait for ever', () => {
  const steady = [Kind.SemWait, Kind.SemPost, Kind.RwRdlock, Kind.RwWrlock, Kind.RwRdunlock, Kind.RwWrunlock];
  const tries = [Kind.SemTrywait, Kind.RwTryrdlock, Kind.RwTrywrlock];
  const others = [Kind.SemGetvalue, Kind.SemInit, Kind.MutexLock];
  const all = [...steady, ...tries, ...others];
  expect(all.filter((kind) => isSteady(label(kind, { loc: 0 })))).toEqual(steady);
  expect(all.filter((kind) => isSteady(label(kind, { loc: 0, value: NEVER })))).toEqual([...steady, ...tries]);
});

test('a look at the value and a try unsettle their object, also a try that succeeds', () => {
  const g = new GraphBuilder(new Sc());
  g.begin(1);
  const unsettled = (kind: Kind, value = 0): boolean =>
    unsettles(g.graph, g.operate(1, label(kind, { loc: 0, value })));
  expect([unsettled(Kind.SemPost), unsettled(Kind.SemGetvalue)]).toEqual([false, true]);
  expect([unsettled(Kind.SemTrywait), unsettled(Kind.SemTrywait)]).toEqual([true, true]);
  expect([unsettled(Kind.SemPost), unsettled(Kind.SemTrywait, NEVER)]).toEqual([false, false]);
});

test('an initialisation unsettles unless all threads created before have ended and were joined', () => {
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
  expect([first, late, ended, joined].map((e) => unsettles(g.graph, e))).toEqual([false, true, true, false]);
  expect(unsettles(g.graph, g.operate(1, label(Kind.SemInit, { loc: 5, value: 1 })))).toBe(true);
});
