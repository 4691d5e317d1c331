import { ClosedStates, type Exclusions } from '../../../src/explore/store/closed-states';
import { combination } from './records';

describe('finished states', () => {
  const none: Exclusions = [];
  const one: Exclusions = [undefined, [1, 0]];
  const more: Exclusions = [
    [0, 3],
    [1, 200],
  ];

  test('cover those of the same histories that refuse as much or more', () => {
    const finished = new ClosedStates(1e6, () => undefined);
    finished.add(combination(4, 5), one);
    expect([none, one, more].map((r) => finished.covers(combination(4, 5), r))).toEqual([false, true, true]);
    expect(finished.covers(combination(4, 6), more)).toBe(false);
    finished.add(combination(4, 5), none);
    expect([none, one, more].map((r) => finished.covers(combination(4, 5), r))).toEqual([true, true, true]);
  });

  test('one takes the place of what it covers', () => {
    const finished = new ClosedStates(1e6, () => undefined);
    finished.add(combination(4, 5), more);
    const [{ length }] = finished.durable;
    finished.add(combination(4, 5), one);
    expect(finished.durable.map((piece) => piece.length)).toEqual([length]);
    expect([none, one, more].map((r) => finished.covers(combination(4, 5), r))).toEqual([false, true, true]);
  });

  test('the older ones are forgotten, and that is told', () => {
    let forgotten = 0;
    const finished = new ClosedStates(1, () => forgotten++);
    for (let i = 0; i < 4; i++) finished.add(combination(i), none);
    expect(forgotten).toBe(2);
    expect([0, 1, 2, 3].map((i) => finished.covers(combination(i), none))).toEqual([false, false, true, true]);
  });

  test('are kept and recalled', () => {
    const finished = new ClosedStates(1e6, () => undefined);
    for (let i = 0; i < 300; i++) finished.add(combination(i, 1000 - i), i % 2 === 0 ? one : more);
    const other = new ClosedStates(1e6, () => undefined);
    other.durable = finished.durable;
    for (let i = 0; i < 300; i++)
      expect([none, one, more].map((r) => other.covers(combination(i, 1000 - i), r))).toEqual([
        false,
        i % 2 === 0,
        true,
      ]);
  });
});
