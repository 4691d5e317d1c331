import { endsRun, isStep, performedOf } from '../../../src/explore/extend/segments';
import { Rc11 } from '../../../src/model/rc11';
import { Kind, label } from '../../../src/program/label';
import { GraphBuilder, load, store } from '../graphs';

test('performedOf counts the events since the last one that returned a value', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(0);
  expect(performedOf(g.graph.threads[0])).toBe(1);
  g.write(0, 0, 1);
  expect(performedOf(g.graph.threads[0])).toBe(2);
  g.read(0, g.graph.last(0)!);
  expect(performedOf(g.graph.threads[0])).toBe(0);
  g.write(0, 0, 2);
  expect(performedOf(g.graph.threads[0])).toBe(1);
});

test('isStep: atomic stores and operations that others may see, nothing else', () => {
  expect([store(0, 1), label(Kind.MutexUnlock, { loc: 0 })].map(isStep)).toEqual([true, true]);
  const others = [label(Kind.PlainWrite, { loc: 0 }), label(Kind.Create), label(Kind.Fence), label(Kind.End)];
  expect(others.map(isStep)).toEqual([false, false, false, false]);
});

test('endsRun: an error or a failed assumption at the end of the segment', () => {
  const ends = (...kinds: Kind[]): boolean => endsRun({ segment: kinds.map((kind) => label(kind)) });
  expect([ends(Kind.Store, Kind.Error), ends(Kind.AssumeFailed)]).toEqual([true, true]);
  expect([ends(), ends(Kind.Store), ends(Kind.Begin, Kind.End), ends(Kind.Exit)]).toEqual([false, false, false, false]);
  expect(endsRun({ segment: [load(0)] })).toBe(false);
});
