/** The core of the runtime: small programs run under schedules, as the scheduler does it, and by themselves. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '../../src/compiler/compile';
import { RunFlag, Status } from '../../src/channel/protocol';
import type { RunResult } from '../../src/channel/result';
import type { Server } from '../../src/channel/server';
import { ErrorKind, Kind } from '../../src/program/label';
import { run, withServer as withProgram } from './driver';

const sources = join(__dirname, '..', '..', '..', 'test', 'runtime');
const folder = mkdtempSync(join(tmpdir(), 'drista-runs-'));
const c = join(folder, 'runs'),
  cc = join(folder, 'threads');

beforeAll(() => {
  expect(compile('c', ['-w', join(sources, 'runs.c'), '-o', c])).toBe(0);
  expect(compile('c++', ['-w', join(sources, 'threads.cc'), '-o', cc])).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

function withServer<T>(what: string, use: (server: Server) => T): T {
  return withProgram(c, what, use);
}

/** The events of a run, one line each: thread and kind, what a read returned, "?" where it only stood before it. */
function events(r: RunResult): string[] {
  return Array.from({ length: r.events }, (_, i) => {
    const kind = r.kind(i);
    const value = r.pending(i) ? '?' : kind === Kind.Load || kind === Kind.Join ? String(r.value(i, 'result')) : '';
    const other = kind === Kind.Join || kind === Kind.Create ? r.other(i) : '';
    return `${r.thread(i)} ${Kind[kind]}${other}${value && ` ${value}`}`;
  });
}

function error(r: RunResult): { kind: number; text: string; address: number } | undefined {
  for (let i = 0; i < r.events; i++)
    if (r.kind(i) === Kind.Error) return { kind: r.op(i), text: r.eventText(i), address: Number(r.object(i)) };
  return undefined;
}

const begun = ['0 Begin', '0 Create1', '0 Create2', '1 Begin', '1 Store', '2 Begin', '2 Store'];

test('main first, then created threads in order; a schedule is followed', () =>
  withServer('sb', (server) => {
    const r = run(server, {
      steps: [
        [1, Kind.Load, 0],
        [2, Kind.Load, 0],
      ],
    });
    expect(r.status).toBe(Status.Complete);
    expect(r.followed).toBe(2);
    expect(r.threads).toBe(3);
    expect(events(r)).toEqual([...begun, '1 Load 0', '1 End', '2 Load 0', '2 End', '0 Join1 0', '0 Join2 0', '0 Exit']);
  }));

test('without a schedule, reads see the latest write', () =>
  withServer('sb', (server) => {
    expect(events(run(server)).filter((e) => e.includes('Load'))).toEqual(['2 Load 1', '1 Load 1']);
  }));

test('runs of one server are equal, addresses and fingerprints as well', () =>
  withServer('sb', (server) => {
    const all = [0, 1, 2]
      .map(() => run(server))
      .map((r) => events(r).map((e, i) => `${e} ${r.object(i)} ${r.site(i)} ${r.spin(i)}`));
    expect(all[1]).toEqual(all[0]);
    expect(all[2]).toEqual(all[0]);
  }));

test('stop at the end of the schedule: who stands before what', () =>
  withServer('sb', (server) => {
    const r = run(server, { steps: [[2, Kind.Load, 0]], flags: RunFlag.StopAtEnd });
    expect(r.status).toBe(Status.Cut);
    expect(events(r)).toEqual([...begun, '2 Load 0', '2 End', '0 Join1 ?', '1 Load ?']);
  }));

test('patches are written after the schedule', () =>
  withServer('sb', (server) => {
    const first = run(server);
    const x = Number(first.object(4));
    expect(events(run(server, { steps: [[1, Kind.Load, 0]], patch: [x, 4, 5] }))).toContain('2 Load 5');
  }));

test('a step that does not fit', () =>
  withServer('sb', (server) => {
    const other = run(server, {
      steps: [
        [1, Kind.Load, 0],
        [2, Kind.Rmw, 0],
      ],
    });
    expect([other.status, other.followed]).toEqual([Status.Diverged, 1]);
    expect(other.text).toMatch(/thread 2 does something else/);
    expect(run(server, { steps: [[0, Kind.Join, 0]] }).text).toMatch(/cannot do this now/);
    expect(run(server, { steps: [[5, Kind.Load, 0]] }).text).toMatch(/was not created/);
  }));

test('numbers of threads come from PREPARE', () =>
  withServer('sb', (server) => {
    server.prepare(
      [],
      [
        { creator: 0, child: 1 },
        { creator: 0, child: 0 },
      ],
    );
    expect(events(run(server)).slice(1, 5)).toEqual(['0 Create2', '0 Create1', '2 Begin', '2 Store']);
  }));

test('a number whose thread this run does not create', () =>
  withServer('sb', (server) => {
    server.prepare(
      [],
      [0, 1, 2].map((child) => ({ creator: 0, child })),
    );
    expect(run(server).status).toBe(Status.Complete);
  }));

test('a limit of events, a limit of time', () => {
  const cut = withServer('sb', (server) => run(server, { events: 5 }));
  expect([cut.status, events(cut).length]).toEqual([Status.Cut, 7]);
  const late = withServer('plain livelock', (server) => run(server, { ms: 200 }));
  expect(late.status).toBe(Status.Time);
  expect(events(late)).toContain('0 Join1 ?');
});

test.each([
  [
    'deadlock',
    [
      [1, Kind.MutexLock, 0],
      [2, Kind.MutexLock, 0],
    ],
    ['0 Join1 ?', '1 MutexLock ?', '2 MutexLock ?'],
  ],
  ['livelock', [], ['0 Join1 ?', '1 Load ?']],
] as const)('stuck: %s', (what, steps, pending) =>
  withServer(what, (server) => {
    const r = run(server, { steps });
    expect(r.status).toBe(Status.Stuck);
    expect(events(r).filter((e) => e.endsWith('?'))).toEqual(pending);
  }),
);

test.each(['spin', 'plain spin', 'main unwinds', 'detached'])('goes on to its end: %s', (what) =>
  withServer(what, (server) => {
    expect(run(server).status).toBe(Status.Complete);
  }),
);

test('a lock that nobody opens is spun on', () =>
  withServer('spinlock', (server) => {
    const r = run(server);
    expect(r.status).toBe(Status.Stuck);
  }));

test.each([
  ['null', ErrorKind.Crash, 'segmentation fault at address 0x8', 8],
  ['atomic null', ErrorKind.Crash, 'segmentation fault at address 0x10', 16],
  ['overflow', ErrorKind.Crash, 'stack overflow', undefined],
  ['main overflow', ErrorKind.Crash, 'stack overflow', undefined],
  ['assert', ErrorKind.Assertion, "assertion `look(&x) == 1' failed", 0],
  ['abort', ErrorKind.Abort, 'abort was called', 0],
  ['raise', ErrorKind.Abort, 'SIGABRT', 0],
  ['join twice', ErrorKind.Misuse, 'joined before', 0],
])('error: %s', (what, kind, text, address) =>
  withServer(what, (server) => {
    const r = run(server);
    expect(r.status).toBe(Status.Stopped);
    const found = error(r);
    expect(found).toMatchObject({ kind, text: expect.stringContaining(text) });
    if (address !== undefined) expect(found?.address).toBe(address);
  }),
);

test.each([
  ['raw exit', 'Died', 3 << 8],
  ['killed', 'Killed', 9],
])('a process that just ends: %s', (what, status, wait) =>
  withServer(what, (server) => {
    expect([1, 2].map(() => run(server)).map((r) => [Status[r.status], r.waitStatus])).toEqual([
      [status, wait],
      [status, wait],
    ]);
  }),
);

test.each(['sem_open', 'fork'])('not supported: %s', (name) =>
  withServer(name.replace('_open', ''), (server) => {
    const r = run(server);
    const last = r.events - 1;
    expect([r.status, r.kind(last), r.eventText(last)]).toEqual([Status.Stopped, Kind.Unsupported, name]);
  }),
);

test('exit in a thread: no join of it', () =>
  withServer('exit in thread', (server) => {
    const r = run(server);
    expect(r.status).toBe(Status.Complete);
    expect(events(r).slice(-2)).toEqual(['1 Exit', '0 Join1 ?']);
  }));

test('by itself, without a scheduler', () => {
  const alone = (what: string) => {
    const { status, signal, stdout, stderr } = spawnSync(c, [what], { encoding: 'utf8' });
    return [status ?? signal, stdout + stderr];
  };
  expect(alone('sb')).toEqual([0, '1 1\n']);
  expect(alone('at exit')).toEqual([3, 'at exit\n']);
  expect(alone('_exit')).toEqual([5, '']);
  expect(alone('quick_exit')).toEqual([6, '']);
  expect(alone('exit in thread')).toEqual([7, '']);
  expect(alone('unwind')).toEqual([0, 'cleaned up\n3\n']);
  expect(alone('mutexes')).toEqual([0, 'as POSIX has it\n']);
  expect(alone('sleeps')).toEqual([0, '3\n']);
  expect(alone('livelock')).toEqual([1, 'drista: deadlock\n']);
  expect(alone('null')).toEqual(['SIGSEGV', 'drista: segmentation fault at address 0x8\n']);
  expect(alone('sem')).toEqual([127, 'drista: the program uses sem_open, which drista does not support\n']);
});

test('C++: exceptions, thread_local, keys, std::thread, one of each per thread', () => {
  const { status, stdout } = spawnSync(cc, { encoding: 'utf8' });
  expect(status).toBe(4);
  const lines = stdout.trimEnd().split('\n');
  for (const i of [1, 2, 3]) {
    const mine = lines.filter((line) => line.endsWith(` ${i}`));
    expect(mine).toEqual([`caught x${i}, errno, count ${i}`, `destroyed ${i}`, `key ${i}`]);
  }
  expect(lines.slice(-4)).toEqual(['destroyed 100', 'total 6, result 9', 'destroyed 77', 'at exit']);
});
