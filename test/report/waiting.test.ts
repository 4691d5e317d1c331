/** Who waits for whom. */
import type { TraceEvent } from '../../src/explore/common/verdict';
import { EBUSY } from '../../src/object/object';
import { Kind, label, MutexType, type Label, type ThreadId, type Value } from '../../src/program/label';
import { waitingText } from '../../src/report/waiting';

/** Locations 0, 1 ... are called a, b ...; 9 has no name. Events happen at the line of their site. */
const names = {
  data: (l: Label) => (l.loc === 9 ? '*0x1000' : 'abcdef'[l.loc]),
  place: (l: Label) => (l.site < 0 ? '' : `x.c:${l.site}`),
};

let line = 0;
const did = (thread: ThreadId, kind: Kind, loc: number, value: Value = 0, fields: Partial<Label> = {}): TraceEvent => ({
  thread,
  label: label(kind, { loc, site: ++line, ...fields }),
  value,
  written: undefined,
  source: -2,
});
const waits = (
  thread: ThreadId,
  kind: Kind,
  loc: number,
  fields: Partial<Label> = {},
): { thread: ThreadId; label: Label } => ({ thread, label: label(kind, { loc, ...fields }) });
const joins = (thread: ThreadId, whom: ThreadId): ReturnType<typeof waits> =>
  waits(thread, Kind.Join, -1, { thread: whom });

beforeEach(() => {
  line = 0;
});

function text(trace: TraceEvent[], involved: ReturnType<typeof waits>[]): string {
  return waitingText({ kind: 'deadlock', message: '', trace, involved, schedule: { steps: [], memory: [] } }, names);
}

test('a circle comes first, with who holds what since where', () => {
  const trace = [did(1, Kind.MutexLock, 0), did(2, Kind.MutexLock, 1)];
  expect(text(trace, [joins(0, 1), waits(1, Kind.MutexLock, 1), waits(2, Kind.MutexLock, 0)])).toBe(
    'thread 1 waits for mutex b held by thread 2 (since x.c:2), which waits for mutex a held by thread 1 ' +
      '(since x.c:1); main waits for the end of thread 1',
  );
});

test('what was unlocked, or not locked at all, is not held; a recursive mutex is held until the last unlock', () => {
  const trace = [
    did(1, Kind.MutexLock, 0),
    did(1, Kind.MutexUnlock, 0),
    did(2, Kind.MutexTrylock, 0, EBUSY),
    did(2, Kind.MutexLock, 1, 0, { op: MutexType.Recursive }),
    did(2, Kind.MutexLock, 1, 0, { op: MutexType.Recursive }),
    did(2, Kind.MutexUnlock, 1),
  ];
  expect(text(trace, [waits(1, Kind.MutexLock, 0), waits(3, Kind.MutexLock, 1)])).toBe(
    'thread 1 waits for mutex a; thread 3 waits for mutex b held by thread 2 (since x.c:4)',
  );
});

test('a holder that has ended; one whose place is not known', () => {
  const trace = [did(1, Kind.MutexLock, 0, 0, { site: -1 }), did(1, Kind.End, -1)];
  expect(text(trace, [waits(0, Kind.MutexLock, 0)])).toBe('main waits for mutex a held by thread 1, which has ended');
});

test('several who read', () => {
  const trace = [did(1, Kind.RwRdlock, 0), did(2, Kind.RwRdlock, 0)];
  expect(text(trace, [waits(3, Kind.RwWrlock, 0)])).toBe(
    'thread 3 waits for read-write lock a for writing, held by thread 1 (since x.c:1) and thread 2 (since x.c:2)',
  );
});

test.each<[Kind, Partial<Label>, string]>([
  [Kind.CondWake, {}, 'a signal on condition variable a'],
  [Kind.SemWait, {}, 'a post of semaphore a'],
  [Kind.BarrierLeave, {}, 'the others at barrier a'],
  [Kind.FutexAwait, {}, 'a wake-up on futex a'],
  [Kind.MutexLock, { op: MutexType.Spin }, 'spinlock a'],
  [Kind.MutexLock, { loc: 9 }, 'a mutex'],
])('%s %j: %s', (kind, fields, what) => {
  expect(text([], [joins(0, 1), waits(1, kind, 0, fields)])).toBe(
    `main waits for the end of thread 1, which waits for ${what}`,
  );
});

test('loops, and who waits for itself', () => {
  expect(
    text(
      [],
      [waits(1, Kind.Load, 0), waits(2, Kind.Load, 9), joins(3, 3), waits(4, Kind.MutexLock, 0, { text: 'read(64)' })],
    ),
  ).toBe(
    'thread 1 waits in a loop that looks at a; thread 2 waits in a loop; thread 3 waits for its own end; ' +
      'thread 4 waits in read(64)',
  );
});
