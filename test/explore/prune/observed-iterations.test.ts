/** Iterations with locks that can be left out; test/oracle/ compares whole programs with them. */
import { removable } from '../../../src/explore/prune/observed-iterations';
import { Rc11 } from '../../../src/model/rc11';
import { Kind, label } from '../../../src/program/label';
import { GraphBuilder, node } from '../graphs';

/** Thread 1 locks and unlocks mutex 0 once, and is in the same state as before. */
function iteration(tries: boolean): GraphBuilder {
  const g = new GraphBuilder(new Rc11('rc11'));
  const lock = label(Kind.MutexLock, { loc: 0, spin: 9 });
  const unlock = label(Kind.MutexUnlock, { loc: 0 });
  const head = node(1, lock);
  const after = node(1, lock, { parent: head, value: 0, segment: [unlock] });
  g.begin(1, 2);
  g.graph.threads[1][0].node = head;
  g.graph.threads[2][0].node = node(2, null);
  g.operate(1, lock).node = after;
  if (tries) g.operate(2, label(Kind.MutexTrylock, { loc: 0 })).node = node(2, null);
  g.operate(1, unlock).node = after;
  return g;
}

test('an iteration that nobody saw is removable', () => {
  expect(removable(iteration(false).graph).map((x) => x.thread)).toEqual([1]);
});

test('an iteration that a trylock found stays', () => {
  expect(removable(iteration(true).graph)).toEqual([]);
});
