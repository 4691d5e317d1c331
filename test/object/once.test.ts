/** What is run once: what each operation may do in each state. */
import { once } from '../../src/object/once';
import { Kind } from '../../src/program/label';
import { Acting } from './acting';

const { OnceBegin, OnceEnd } = Kind;
const fresh = new Acting(once);
const running = fresh.after(1, OnceBegin, {}, 1);

test('the first one runs the routine, others wait for its end', () => {
  expect(fresh.may(1, OnceBegin)).toEqual(['1 changes acquires all']);
  expect(running.may(2, OnceBegin)).toEqual([]);
  expect(running.may(1, OnceEnd)).toEqual(['0 changes releases exclusive']);
  for (const t of [1, 2]) expect(running.after(1, OnceEnd).may(t, OnceBegin)).toEqual(['0 acquires all']);
});

test('a routine that is left before its end is run again', () => {
  expect(running.may(1, OnceEnd, { op: 1 })).toEqual(['0 changes releases exclusive']);
  for (const t of [1, 2])
    expect(running.after(1, OnceEnd, { op: 1 }).may(t, OnceBegin)).toEqual(['1 changes acquires all']);
});

test('misuse', () => {
  expect(running.may(1, OnceBegin)).toEqual(['misuse: calls a once-routine from within itself']);
});
