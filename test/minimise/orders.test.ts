/** Orders of traces, compared with all orders that there are. */
import { RandomNumbers } from '../../src/explore/strategy/random-numbers';
import { fewestSwitches } from '../../src/minimise/fewest-switches';
import { interleavingOf, isInterleaving } from '../../src/minimise/interleaving';
import { coherence, forAllInterleavings, inOrder, reorderedTrace, switchesOf, traceOf } from './traces';

test.each([
  ['1x= 2y= 1z 2z', '1x= 1z 2y= 2z'],
  ['1x= 2x 1x= 2x', '1x= 2x 1x= 2x'],
  ['1x 2x= 1y= 2z=', '1x 1y= 2x= 2z='],
  ['2x= 1x= 2y= 1y', '2x= 2y= 1x= 1y'],
  ['1x+ 2x+ 1x+ 2x+', '1x+ 2x+ 1x+ 2x+'],
  ['1x= 2y= 3z= 1z 2x 3y', '2y= 3z= 3y 1x= 1z 2x'],
])('%s has the order %s', (text, order) => {
  const trace = traceOf(text);
  const found = fewestSwitches(trace, false);
  expect(switchesOf(trace, found)).toBe(contextSwitchesIn(order));
});

function contextSwitchesIn(text: string): number {
  const threads = text.split(' ').map((word) => word[0]);
  return threads.filter((t, i) => i > 0 && t !== threads[i - 1]).length;
}

test('the last event stays last, where it completes an error', () => {
  const text = '1x= 2y= 1z= 2y';
  expect(inOrder(text, fewestSwitches(traceOf(text), true))).toBe('1x= 1z= 2y= 2y');
  const other = '2y= 1x= 2y 1x';
  expect(inOrder(other, fewestSwitches(traceOf(other), true))).toBe('2y= 2y 1x= 1x');
});

test('of two shortest orders the one that ends with the thread that the error goes on with', () => {
  const text = '1x= 2y= 1z 2z';
  expect(inOrder(text, fewestSwitches(traceOf(text), false, 1))).toBe('2y= 2z 1x= 1z');
  expect(inOrder(text, fewestSwitches(traceOf(text), false, 2))).toBe('1x= 1z 2y= 2z');
});

test.each([
  // Writes come too early in the trace, reads see older ones.
  ['1x= 2x@-1', '2x 1x='],
  ['1x= 2y= 1y@-1 2x', '1x= 1y 2y= 2x'],
  ['1x= 2x= 3x@0 3x@1', '1x= 3x 2x= 3x'],
  // Store buffering, and independent reads in different orders: no interleaving.
  ['1x= 2y= 1y@-1 2x@-1', undefined],
  ['1x= 2y= 3x@0 3y@-1 4y@1 4x@-1', undefined],
])('the interleaving of %s is %s', (text, order) => {
  const trace = traceOf(text);
  const found = interleavingOf(trace, false);
  expect(found !== undefined).toBe(order !== undefined);
  if (found !== undefined) expect(isInterleaving(reorderedTrace(trace, found))).toBe(true);
});

/** A random interleaving of three threads. */
function randomTrace(random: RandomNumbers): string {
  return Array.from({ length: 9 }, () => {
    const thread = 1 + random.below(3);
    const name = 'xyz'[random.below(3)];
    return `${thread}${name}${['=', '+', '', ''][random.below(4)]}`;
  }).join(' ');
}

test.each(Array.from({ length: 60 }, (_, seed) => seed + 1))(
  'random trace %i: as few switches as any order',
  (seed) => {
    const trace = traceOf(randomTrace(new RandomNumbers(seed)));
    const asGiven = coherence(trace, [...trace.keys()]);
    let fewest = Infinity;
    forAllInterleavings(trace, (order) => {
      if (coherence(trace, order) === asGiven) fewest = Math.min(fewest, switchesOf(trace, order));
    });
    const found = fewestSwitches(trace, false);
    expect(isInterleaving(reorderedTrace(trace, found))).toBe(true);
    expect(switchesOf(trace, found)).toBe(fewest);
  },
);

test.each(Array.from({ length: 60 }, (_, seed) => seed + 1))(
  'random sources %i: an interleaving if there is one',
  (seed) => {
    const random = new RandomNumbers(seed);
    const plain = traceOf(randomTrace(random));
    // A read may read from any write to its location that stands before it, or from the initial value.
    const trace = plain.map((e, i) => {
      if (e.source === -2 || e.written !== undefined) return e;
      const writes = plain.flatMap((w, at) =>
        at < i && w.written !== undefined && w.label.loc === e.label.loc ? [at] : [],
      );
      return { ...e, source: [-1, ...writes][random.below(writes.length + 1)] };
    });
    let some = false;
    forAllInterleavings(trace, () => {
      some = true;
    });
    const found = interleavingOf(trace, false);
    expect(found !== undefined).toBe(some);
    if (found !== undefined) expect(isInterleaving(reorderedTrace(trace, found))).toBe(true);
  },
);
