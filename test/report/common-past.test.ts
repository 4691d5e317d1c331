/** Which events are before the last moment at which all threads were synchronised. */
import type { TraceEvent } from '../../src/explore/common/verdict';
import { Kind, label, Order, type Label } from '../../src/program/label';
import { settledEvents, synchronisedPlaces } from '../../src/report/common-past';

const at = (thread: number, kind: Kind, source = -2, more: Partial<Label> = {}, value?: number): TraceEvent => ({
  thread,
  label: label(kind, { loc: 1, ...more }),
  source,
  value,
  written: undefined,
});

const write = (thread: number): TraceEvent => at(thread, Kind.PlainWrite);

test('threads are synchronised where one creates another, or has joined it', () => {
  const trace = [write(0), at(0, Kind.Create), at(1, Kind.Begin, 1), write(1), at(1, Kind.End), at(0, Kind.Join, 4)];
  expect(synchronisedPlaces([...trace, write(0)], [])).toEqual([1, 2, 3, 4, 5, 6]);
  // With something that main does meanwhile, only before that and at the end.
  const other = [...trace.slice(0, 3), write(0), write(1), at(1, Kind.End), at(0, Kind.Join, 5), write(0)];
  expect(synchronisedPlaces(other, [])).toEqual([1, 2, 6, 7]);
});

test('by a barrier', () => {
  const trace = [
    at(0, Kind.Create),
    at(1, Kind.Begin, 0),
    write(1),
    write(0),
    at(0, Kind.BarrierArrive, -1),
    at(1, Kind.BarrierArrive, 4),
    at(1, Kind.BarrierLeave, 5),
    at(0, Kind.BarrierLeave, 5),
    write(0),
    write(1),
  ];
  expect(synchronisedPlaces(trace, [])).toEqual([1, 5, 6]);
  const shown = trace.map(({ label: { kind } }) => kind !== Kind.Begin);
  expect([...settledEvents(trace, shown, [8, 9], [])]).toEqual([0, 2, 3, 4]);
  // The event that the last arrival is read from stays; so does all that comes after the error began.
  expect([...settledEvents(trace, shown, [3, 9], [])]).toEqual([]);
});

test('not by relaxed accesses, nor by a lock that was not taken', () => {
  const pair = (kind: Kind, more: Partial<Label>, value: number): TraceEvent[] => [
    write(1),
    at(1, kind === Kind.Load ? Kind.Store : Kind.MutexUnlock, -2, { order: more.order ?? Order.Release }),
    at(2, kind, 1, more, value),
  ];
  expect(synchronisedPlaces(pair(Kind.Load, { order: Order.Relaxed }, 1), [])).toEqual([]);
  expect(synchronisedPlaces(pair(Kind.Load, { order: Order.Acquire }, 1), [])).toEqual([]);
  const release = pair(Kind.Load, { order: Order.Acquire }, 1);
  release[1] = at(1, Kind.Store, -2, { order: Order.Release });
  expect(synchronisedPlaces(release, [])).toEqual([1, 2]);
  expect(synchronisedPlaces(pair(Kind.MutexTrylock, {}, 16), [])).toEqual([]);
  expect(synchronisedPlaces(pair(Kind.MutexTrylock, {}, 0), [])).toEqual([1, 2]);
});

test('a thread that waits for ever is not behind the others', () => {
  const trace = [at(0, Kind.Create), at(1, Kind.Begin, 0), write(1), write(1)];
  expect(synchronisedPlaces(trace, [])).toEqual([1, 2, 3]);
  expect(synchronisedPlaces(trace, [0])).toEqual([1]);
});
