/** Locks of all sorts, once, and C11's threads: what the runtime does by itself, and as a schedule says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '../../src/compiler/compile';
import { RunFlag, Status } from '../../src/channel/protocol';
import type { RunResult } from '../../src/channel/result';
import type { Server } from '../../src/channel/server';
import { Kind, MutexFlag, MutexType } from '../../src/program/label';
import { alone, eventsOf, results, run, withServer as withProgram, type Step } from './driver';

const sources = join(__dirname, '..', '..', '..', 'test', 'runtime');
const folder = mkdtempSync(join(tmpdir(), 'drista-locks-'));
const c = join(folder, 'locks'),
  cc = join(folder, 'once');
const EBUSY = 16,
  ETIMEDOUT = 110,
  EOWNERDEAD = 130;

beforeAll(() => {
  expect(compile('c', ['-w', join(sources, 'locks.c'), '-o', c])).toBe(0);
  expect(compile('c++', ['-w', join(sources, 'once.cc'), '-o', cc])).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

function withServer<T>(what: string, use: (server: Server) => T): T {
  return withProgram(c, what, use);
}

const ops = (r: RunResult, kind: Kind): number[] => eventsOf(r, kind).map((i) => r.op(i));
const isDead = (r: RunResult, kind: Kind): boolean[] =>
  eventsOf(r, kind).map((i) => BigInt(r.value(i, 'before')) >> 64n !== 0n);

test.each(['rwlocks', 'spinlocks', 'timed', 'robust', 'ceilings', 'c11 fails', 'settings'])(
  'results of the calls: %s',
  (what) => {
    expect(alone(c, what)).toEqual([0, '']);
  },
);

test('readers and a writer', () =>
  withServer('read and write', (server) => {
    const reads: Step = [1, Kind.RwRdlock, 0];
    expect(run(server, { steps: [reads, [2, Kind.RwWrlock, 0]] }).text).toMatch(/cannot do this now/);
    const r = run(server, { steps: [reads, [1, Kind.RwRdunlock, 0], [2, Kind.RwWrlock, 0]] });
    expect(r.status).toBe(Status.Complete);
    expect(results(r, /^Rw/)).toEqual(['1 RwRdlock 0', '1 RwRdunlock 0', '2 RwWrlock 0', '2 RwWrunlock']);
    const other = run(server, { steps: [[2, Kind.RwWrlock, 0]] });
    expect(results(other, /^Rw/)).toEqual(['2 RwWrlock 0', '2 RwWrunlock', '1 RwRdlock 0', '1 RwRdunlock 0']);
  }));

test('tries return what the schedule says, and a loop of them has a fingerprint', () =>
  withServer('try', (server) => {
    const r = run(server, { steps: [[1, Kind.RwTryrdlock, EBUSY]] });
    expect(results(r, /^Rw/)).toEqual([`1 RwTryrdlock ${EBUSY}`, '2 RwWrlock 0', '2 RwWrunlock']);
    expect(r.spin(eventsOf(r, Kind.RwTryrdlock)[0])).not.toBe(0n);
  }));

test('a spinlock is a mutex of its own type', () =>
  withServer('spin', (server) => {
    const r = run(server, {
      steps: [
        [2, Kind.MutexLock, 0],
        [1, Kind.MutexTrylock, EBUSY],
      ],
    });
    expect(results(r, /^Mutex/)).toEqual(['2 MutexLock 0', '2 MutexUnlock', `1 MutexTrylock ${EBUSY}`]);
    expect([Kind.MutexLock, Kind.MutexTrylock, Kind.MutexUnlock].flatMap((kind) => ops(r, kind))).toEqual([
      MutexType.Spin,
      MutexType.Spin,
      MutexType.Spin,
    ]);
  }));

test('a mutex with a time-out', () =>
  withServer('timed lock', (server) => {
    const late = run(server, { steps: [[1, Kind.MutexTrylock, ETIMEDOUT]] });
    expect(results(late, /^Mutex/)).toEqual([`1 MutexTrylock ${ETIMEDOUT}`, '2 MutexLock 0', '2 MutexUnlock']);
    expect(late.value(eventsOf(late, Kind.MutexTrylock)[0], 'value')).toBe(ETIMEDOUT);
    expect(late.value(eventsOf(late, Kind.End)[0], 'value')).toBe(5000 + ETIMEDOUT);
    expect(results(run(server), /^Mutex/)).toEqual([
      '2 MutexLock 0',
      '2 MutexUnlock',
      '1 MutexTrylock 0',
      '1 MutexUnlock',
    ]);
  }));

test('a loop of time-outs goes round once', () =>
  withServer('timed lock loop', (server) => {
    const r = run(server, { steps: [[1, Kind.MutexLock, 0]] });
    expect(r.status).toBe(Status.Stuck);
    expect(results(r, /^Mutex/)).toEqual(['1 MutexLock 0', `2 MutexTrylock ${ETIMEDOUT}`, '2 MutexTrylock ?']);
  }));

test('a robust mutex whose owner ends', () =>
  withServer('robust pair', (server) => {
    const r = run(server, {
      steps: [
        [0, Kind.MutexInit, 0],
        [1, Kind.MutexLock, 0],
      ],
    });
    expect(r.status).toBe(Status.Complete);
    expect(results(r, /^Mutex|^End/)).toEqual([
      '0 MutexInit 0',
      '1 MutexLock 0',
      '1 MutexDied',
      '1 End',
      `2 MutexLock ${EOWNERDEAD}`,
      '2 MutexConsistent',
      '2 MutexUnlock',
      '2 End',
    ]);
    for (const kind of [Kind.MutexInit, Kind.MutexDied, Kind.MutexConsistent, Kind.MutexUnlock])
      expect(ops(r, kind)).toEqual([MutexFlag.Robust]);
    const [died] = eventsOf(r, Kind.MutexDied),
      [lock] = eventsOf(r, Kind.MutexLock);
    expect([r.site(died), r.object(died)]).toEqual([0, r.object(lock)]);
  }));

test('once: one runs it, the other waits', () =>
  withServer('once', (server) => {
    for (const [first, second] of [
      [1, 2],
      [2, 1],
    ]) {
      const r = run(server, {
        steps: [
          [first, Kind.OnceBegin, 1],
          [second, Kind.OnceBegin, 0],
        ],
      });
      expect(r.status).toBe(Status.Complete);
      expect(results(r, /^Once/)).toEqual([`${first} OnceBegin 1`, `${first} OnceEnd`, `${second} OnceBegin 0`]);
      expect(isDead(r, Kind.OnceBegin)).toEqual([true, true]); // both came before anybody had run it
    }
  }));

test('once, left by pthread_exit: the next one runs it', () =>
  withServer('once left', (server) => {
    const r = run(server, {
      steps: [
        [1, Kind.OnceBegin, 1],
        [2, Kind.OnceBegin, 1],
      ],
    });
    expect(results(r, /^Once/)).toEqual(['1 OnceBegin 1', '1 OnceEnd', '2 OnceBegin 1', '2 OnceEnd']);
    expect(ops(r, Kind.OnceEnd)).toEqual([1, 0]);
  }));

test('once, called by its own routine', () =>
  withServer('once again', (server) => {
    const r = run(server);
    expect([r.status, ...results(r, /^Once/)]).toEqual([Status.Stuck, '1 OnceBegin 1', '1 OnceBegin ?']);
  }));

test.each([
  ['rwlock destroyed', Kind.RwRdlock],
  ['spinlock destroyed', Kind.MutexLock],
])('what is destroyed says so: %s', (what, kind) =>
  withServer(what, (server) => expect(isDead(run(server), kind)).toEqual([true])),
);

/* If this byte changed, each of these events would be one more thing to explore. */
test.each([
  ['read and write', Kind.RwRdlock, 40],
  ['spin', Kind.MutexLock, 3],
  ['once', Kind.OnceBegin, 3],
  ['mutex', Kind.MutexTrylock, 24],
])('each call looks at a byte that none changes: %s', (what, kind, offset) =>
  withServer(what, (server) => {
    const first = run(server),
      [one] = eventsOf(first, kind);
    server.prepare(
      [{ address: Number(first.object(one)) + offset, size: 1, mixed: false }],
      [
        { creator: 0, child: 0 },
        { creator: 0, child: 1 },
      ],
    );
    const reads = results(run(server), /^PlainRead/);
    expect(reads.length).toBeGreaterThan(1);
    expect(reads.filter((line) => !line.endsWith(' 0'))).toEqual([]);
  }),
);

test('C11 threads: results, thread-specific storage, condition variables', () => {
  const said = ['destroyed -6', 'destroyed 5'];
  const [status, output] = alone(c, 'c11');
  expect([status, output.trimEnd().split('\n').sort()]).toEqual([0, said]);
  withServer('c11', (server) => {
    const r = run(server, { flags: RunFlag.Reversed });
    expect(r.status).toBe(Status.Complete);
    expect(
      eventsOf(r, Kind.End)
        .map((i) => BigInt.asIntN(64, BigInt(r.value(i, 'value'))))
        .slice(0, 2)
        .sort(),
    ).toEqual([-6n, 5n]);
    for (const kind of [Kind.Create, Kind.Join, Kind.MutexLock, Kind.CondBlock])
      expect(eventsOf(r, kind).every((i) => r.site(i) !== 0n)).toBe(true);
  });
});

test('C++: call_once with exceptions, shared and timed mutexes', () => {
  const [status, output] = alone(cc);
  expect(status).toBe(0);
  const lines = output.trimEnd().split('\n');
  expect(lines.slice(0, 2).sort()).toEqual(['made, made, made, ', 'try 1, try 2, made, ']);
  expect(lines[2]).toBe('tries 3: 100, processors 2');
  withProgram(cc, '', (server) => {
    const r = run(server, {
      steps: [
        [1, Kind.OnceBegin, 1],
        [2, Kind.OnceBegin, 1],
      ],
    });
    expect(r.status).toBe(Status.Complete);
    expect(ops(r, Kind.OnceEnd)).toEqual([1, 1, 0]);
  });
});
