/** Shorter executions of made-up errors. */
import type { FoundError, FoundKind } from '../../src/explore/common/verdict';
import { neededEvents } from '../../src/minimise/needed';
import { isShorter, lengthOf, shorterOrders } from '../../src/minimise/shorter';
import { Kind, label } from '../../src/program/label';
import { traceOf } from './traces';

/** An error of these events of the trace; or of an event of thread `pending` that comes after it. */
function errorIn(text: string, kind: FoundKind, wrong: readonly number[], pending?: number): FoundError {
  const trace = traceOf(text);
  const involved = wrong.map((i) => ({ thread: trace[i].thread, label: trace[i].label }));
  if (pending !== undefined) involved.push({ thread: pending, label: label(Kind.PlainRead, { loc: 120 }) });
  return { kind, message: '', involved, trace, schedule: { steps: [], memory: [] } };
}

const words = ({ trace }: FoundError): string =>
  trace.map((e) => `${e.thread}${String.fromCharCode(e.label.loc)}${e.written === undefined ? '' : '='}`).join(' ');

test('of an assertion only what it depends on', () => {
  const e = errorIn('1x= 3z= 2x 3x= 1y= 2z@-1', 'assertion', [5]);
  expect(neededEvents(e)).toEqual([0, 2, 5]);
  expect(words(shorterOrders(e)[0])).toBe('1x= 2x 2z');
});

test('a race is shown the other way round where that takes fewer switches', () => {
  const e = errorIn('1x= 2y= 1z= 3z@-1 2x=', 'data-race', [0, 4]);
  const other = errorIn('2y@-1 1y= 1x= 2x=', 'data-race', [2, 3]);
  expect(words(shorterOrders(e)[0])).toBe('1x= 2y= 2x=');
  const [shown] = shorterOrders(other);
  expect(words(shown)).toBe('2y 2x= 1y= 1x=');
  expect(shown.involved.map((i) => i.thread)).toEqual([2, 1]);
  expect(shown.message).toMatch(/^thread 1 writes atomically what thread 2 writes/);
});

test('of a race with a pending access all that its thread has done', () => {
  expect(neededEvents(errorIn('1x= 2y= 3z= 2z@-1', 'data-race', [0], 2))).toEqual([0, 1, 3]);
});

test.each(['deadlock', 'livelock', 'misuse', 'exit-code'] as const)('of a %s all events', (kind) => {
  expect(neededEvents(errorIn('1x= 2y= 3z=', kind, [0]))).toEqual([0, 1, 2]);
});

test('steps and sources follow the new order', () => {
  const [shorter] = shorterOrders(errorIn('2y= 1x= 2x 3z 1x=', 'misuse', [4]));
  for (const e of shorter.trace) if (e.source >= 0) expect(shorter.trace[e.source].label.loc).toBe(e.label.loc);
  expect(shorter.schedule.steps.map((s) => s.label)).toEqual(
    shorter.trace.filter((e) => e.value !== undefined).map((e) => e.label),
  );
});

test('memory after a deadlock is that of the last writes, where several threads write', () => {
  const e = errorIn('1x= 2x= 1y= 2z= 1z', 'deadlock', []);
  const [shorter] = shorterOrders(e);
  expect(shorter.schedule.memory).toEqual([{ loc: 120, value: 2 }]);
});

test('nothing is shorter than what cannot be shortened', () => {
  expect(shorterOrders(errorIn('1x= 2x 2y', 'assertion', [2]))).toEqual([]);
});

test('interleavings come first, then few switches, then few events', () => {
  const length = (text: string): ReturnType<typeof lengthOf> => lengthOf(errorIn(text, 'misuse', []));
  expect(isShorter(length('1x= 2y 1x 2y'), length('1x= 2x@-1'))).toBe(true);
  expect(isShorter(length('1x= 1x 1x 2y'), length('1x= 2y 1x'))).toBe(true);
  expect(isShorter(length('1x= 2y'), length('1x= 1x 2y'))).toBe(true);
  expect(isShorter(length('1x= 2y'), length('2x= 1y'))).toBe(false);
});

test('the thread of a pending event counts, but not in a deadlock', () => {
  expect(lengthOf(errorIn('1x= 2y', 'data-race', [0], 1))).toEqual({ interleaved: true, switches: 2, events: 3 });
  expect(lengthOf(errorIn('1x= 2y', 'deadlock', [], 1)).switches).toBe(1);
});
