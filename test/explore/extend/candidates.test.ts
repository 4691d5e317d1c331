import { candidates, canWrite, dependsOn, elsewhere, mayBeLater } from '../../../src/explore/extend/candidates';
import { Rc11 } from '../../../src/model/rc11';
import { Kind, label, WaitFlag } from '../../../src/program/label';
import { exchange, GraphBuilder, load, store } from '../graphs';

test('a read may take each write that its own thread has not overwritten', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1, 2);
  g.write(1, 0, 1);
  g.write(2, 0, 2);
  expect(candidates(g.graph, 1, load(0)).map((c) => c.read)).toEqual([1, 2]);
  expect(candidates(g.graph, 2, exchange(0, 7)).map((c) => [c.read, c.written])).toEqual([
    [1, 7],
    [2, 7],
  ]);
});

test('a choice has a candidate for each value, and a join one once the thread has ended', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(0, 1);
  expect(candidates(g.graph, 0, label(Kind.Choose, { value: 3 })).map((c) => c.read)).toEqual([0, 1, 2]);
  const join = label(Kind.Join, { thread: 1 });
  expect(candidates(g.graph, 0, join)).toEqual([]);
  g.add(1, label(Kind.End, { value: 5 }));
  expect(candidates(g.graph, 0, join).map((c) => c.read)).toEqual([5]);
});

test('a lock that is held has no candidate, a trylock finds it busy or, earlier, free', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1, 2);
  g.operate(1, label(Kind.MutexLock, { loc: 0 }));
  expect(candidates(g.graph, 2, label(Kind.MutexLock, { loc: 0 }))).toEqual([]);
  const tried = candidates(g.graph, 2, label(Kind.MutexTrylock, { loc: 0 }));
  expect(tried.map((c) => [c.read === 0, c.object !== undefined])).toEqual([[false, false]]);
});

test('which events may go another way later, or write', () => {
  expect([load(0), exchange(0, 1), store(0, 1), label(Kind.Choose)].map(mayBeLater)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const wake = label(Kind.CondWake, { loc: 0 });
  expect([mayBeLater(wake), mayBeLater({ ...wake, op: WaitFlag.Timed })]).toEqual([false, true]);
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1);
  expect([canWrite(g.graph, exchange(0, 1), () => false), canWrite(g.graph, exchange(0, 1), () => true)]).toEqual([
    true,
    false,
  ]);
  expect(elsewhere(g.graph, load(0), [])).toEqual([]);
});

test('an event depends on what its thread did and on what it read', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1, 2);
  const w = g.write(1, 0, 1);
  const r = g.read(2, w);
  const later = g.write(2, 1, 1);
  expect([dependsOn(g.graph, later, w), dependsOn(g.graph, w, r), dependsOn(g.graph, later, r)]).toEqual([
    true,
    false,
    true,
  ]);
});
