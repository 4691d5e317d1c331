import { PlainReadRuns } from '../../../src/explore/extend/plain-reads';
import { Rc11 } from '../../../src/model/rc11';
import { Kind, label } from '../../../src/program/label';
import { GraphBuilder } from '../graphs';

test('a thread yields after every 64 plain reads in a row, also in a graph that was cut back', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(0);
  const runs = new PlainReadRuns();
  const reads = (n: number): number => {
    let yields = 0;
    for (let i = 0; i < n; i++) {
      g.add(0, label(Kind.PlainRead, { loc: 0 }));
      if (runs.yields(g.graph.threads[0])) yields++;
    }
    return yields;
  };
  expect(reads(63)).toBe(0);
  const mark = g.graph.mark();
  expect(reads(1)).toBe(1);
  g.graph.undo(mark);
  expect(reads(1)).toBe(1);
  expect(reads(64)).toBe(1);
  g.write(0, 1, 1);
  expect(reads(63)).toBe(0);
});
