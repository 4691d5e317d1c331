import { describeFreed, describeRace, describeWaiting, foundKind } from '../../../src/explore/common/error-text';
import { ErrorKind, Kind, label } from '../../../src/program/label';

const write = { thread: 1, label: label(Kind.PlainWrite, { loc: 0 }) };
const freeing = { thread: 1, label: label(Kind.PlainWrite, { loc: 0, op: 1 }) };

test('a race names the later access first', () => {
  const order = 'with no happens-before order between them';
  const with1 = (kind: Kind): string => describeRace(write, { thread: 2, label: label(kind, { loc: 0 }) });
  expect(with1(Kind.PlainRead)).toBe(`thread 2 reads what thread 1 writes, ${order}`);
  expect(with1(Kind.Load)).toBe(`thread 2 reads atomically what thread 1 writes, ${order}`);
  expect(with1(Kind.Store)).toBe(`thread 2 writes atomically what thread 1 writes, ${order}`);
  expect(with1(Kind.Rmw)).toBe(`thread 2 updates atomically what thread 1 writes, ${order}`);
  expect(describeRace({ ...write, thread: 0 }, freeing)).toBe(`thread 1 frees what main writes, ${order}`);
});

test('memory that was freed before', () => {
  expect(describeFreed(freeing, { thread: 0, label: label(Kind.PlainRead, { loc: 0 }) })).toBe(
    'main reads what thread 1 freed before',
  );
});

test.each([
  ['main waits for the end of thread 2', label(Kind.Join, { thread: 2 })],
  ['main waits for its own end', label(Kind.Join, { thread: 0 })],
  ['main waits in sigwait', label(Kind.MutexLock, { loc: 0, text: 'sigwait' })],
  ['main waits in a loop', label(Kind.Load, { loc: 0 })],
  ['main waits in a loop', label(Kind.MutexTrylock, { loc: 0 })],
  ['main waits for a mutex', label(Kind.MutexLock, { loc: 0 })],
])('%s', (text, waiting) => {
  expect(describeWaiting(0, waiting)).toBe(text);
});

test('each kind of error that a program meets by itself', () => {
  const kinds = [ErrorKind.Assertion, ErrorKind.Abort, ErrorKind.Crash, ErrorKind.Misuse, ErrorKind.Memory];
  expect(kinds.map(foundKind)).toEqual(['assertion', 'abort', 'crash', 'misuse', 'memory']);
});
