import { Locksets } from '../../../../../src/explore/strategy/state-space/key/hidden-order';
import { Sc } from '../../../../../src/model/sc';
import { Kind, label } from '../../../../../src/program/label';
import { GraphBuilder } from '../../../graphs';

const lock = (loc: number) => label(Kind.MutexLock, { loc });
const unlock = (loc: number) => label(Kind.MutexUnlock, { loc });
const signal = label(Kind.CondSignal, { loc: 9 });

/** Performs for each list of mutexes a signal by a thread that holds them. */
function signalsUnder(...mutexes: number[][]): boolean[] {
  const g = new GraphBuilder(new Sc());
  const locksets = new Locksets();
  return mutexes.map((held, t) => {
    g.begin(t);
    for (const m of held) g.operate(t, lock(m));
    const goesOn = locksets.add(g.graph, g.operate(t, signal));
    for (const m of held) g.operate(t, unlock(m));
    return goesOn;
  });
}

test('a condition variable may be used under one mutex for all', () => {
  expect(signalsUnder([0], [0], [1, 0])).toEqual([true, true, true]);
});

test('without a mutex, or with different ones, it may not', () => {
  expect(signalsUnder([])).toEqual([false]);
  expect(signalsUnder([0], [1])).toEqual([true, false]);
  expect(signalsUnder([0, 1], [1, 2], [0, 2])).toEqual([true, true, false]);
});
