import { EventFold } from '../../../../../src/explore/strategy/state-space/key/past-accesses';
import { Rc11 } from '../../../../../src/model/rc11';
import { GraphBuilder } from '../../../graphs';

test('follows only new events, also after others took the place of events that were undone', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(0);
  let followed = 0;
  const sum = new EventFold(0, (n, e) => {
    followed++;
    return n + Number(e.written ?? 0);
  });
  const [events] = g.graph.threads;
  expect([sum.of([]), sum.of(events), followed]).toEqual([0, 0, 1]);
  const mark = g.graph.mark();
  g.write(0, 1, 5);
  g.write(0, 1, 6);
  expect([sum.of(events), sum.of(events), followed]).toEqual([11, 11, 3]);
  g.graph.undo(mark);
  g.write(0, 1, 7);
  expect([sum.of(g.graph.threads[0]), followed]).toEqual([7, 4]);
});
