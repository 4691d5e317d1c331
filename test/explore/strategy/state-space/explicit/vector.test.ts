import { VectorSet } from '../../../../../src/explore/store/vector-set';
import { Vector } from '../../../../../src/explore/strategy/state-space/explicit/transitions';

test('a vector knows its hash, goes back, and grows without losing what was visited', () => {
  const visited = new VectorSet(16);
  const vector = new Vector(visited, new VectorSet(8));
  const seen = (): boolean => visited.has(vector.values, vector.hash);
  expect([
    vector.hash,
    seen(),
    visited.add(vector.values, vector.hash),
    visited.add(vector.values, vector.hash),
  ]).toEqual([0, false, true, false]);
  vector.setPlace(3, 7);
  vector.setHeld(2, 5);
  expect(vector.hashOf(vector.values)).toBe(vector.hash);
  visited.add(vector.values, vector.hash);
  const mark = vector.mark();
  vector.setPlace(20, 1);
  vector.reach(30);
  vector.setHeld(30, 9);
  expect([vector.place(3), vector.held(2), vector.place(20), vector.held(30), seen()]).toEqual([7, 5, 1, 9, false]);
  vector.undo(mark);
  expect([vector.place(20), vector.held(30), seen(), visited.count]).toEqual([0, 0, true, 2]);
  vector.undo(0);
  expect([vector.hash, seen()]).toEqual([0, true]);
});

test('many vectors', () => {
  const visited = new VectorSet(16);
  const vector = new Vector(visited, new VectorSet(8));
  let added = 0;
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 5000; i++) {
      vector.setPlace(1, i % 70);
      vector.setHeld(0, Math.floor(i / 70));
      if (visited.add(vector.values, vector.hash)) added++;
    }
  }
  expect([added, visited.count]).toEqual([5000, 5000]);
});

test('a vector that is restored to a size makes room for as many threads as that at once', () => {
  const restored = new Vector(new VectorSet(16), new VectorSet(8));
  restored.setPlace(31, 0);
  const grown = new Vector(new VectorSet(16), new VectorSet(8));
  for (let t = 0; t < 32; t++) grown.setPlace(t, 0);
  expect([restored.threads, restored.values.length]).toEqual([grown.threads, grown.values.length]);
});
