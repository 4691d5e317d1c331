/** Condition variables, semaphores, barriers and futexes: what the runtime does by itself, and as a schedule says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '../../src/compiler/compile';
import { installed } from '../../src/compiler/compilers';
import { RunFlag, Status } from '../../src/channel/protocol';
import type { Server } from '../../src/channel/server';
import { Kind } from '../../src/program/label';
import { alone, eventsOf, results, run, withServer as withProgram, type Step } from './driver';

const sources = join(__dirname, '..', '..', '..', 'test', 'runtime');
const folder = mkdtempSync(join(tmpdir(), 'drista-waits-'));
const c = join(folder, 'waits');
const ETIMEDOUT = 110,
  EAGAIN = 11;

beforeAll(() => expect(compile('c', ['-w', join(sources, 'waits.c'), '-o', c])).toBe(0));
afterAll(() => rmSync(folder, { recursive: true }));

function withServer<T>(what: string, use: (server: Server) => T): T {
  return withProgram(c, what, use);
}

/** Threads 1 and 2 stand before their waking; 3 before its signal. */
const blocked: Step[] = [1, 2].flatMap((t): Step[] => [
  [t, Kind.MutexLock, 0],
  [t, Kind.CondBlock, 0],
]);

test.each([1, 2])('a signal wakes the waiter that the schedule names: %d', (woken) =>
  withServer('signal', (server) => {
    const other = 3 - woken;
    const r = run(server, { steps: [...blocked, [3, Kind.CondSignal, woken + 1], [3, Kind.CondSignal, 0]] });
    expect(r.status).toBe(Status.Stuck);
    expect(results(r, /^Cond|^Mutex/)).toEqual([
      '1 MutexLock 0',
      '1 CondBlock 0',
      '1 MutexUnlock',
      '2 MutexLock 0',
      '2 CondBlock 0',
      '2 MutexUnlock',
      `3 CondSignal ${woken + 1}`,
      '3 CondSignal 0',
      `${woken} CondWake 0`,
      `${woken} MutexLock 0`,
      `${woken} MutexUnlock`,
      `${other} CondWake ?`,
    ]);
  }),
);

test('a wait says which mutex, and that the unlock and the lock are part of it', () =>
  withServer('signal', (server) => {
    const r = run(server, { steps: [...blocked, [3, Kind.CondSignal, 2]] });
    const [lock, , again] = eventsOf(r, Kind.MutexLock);
    const [block] = eventsOf(r, Kind.CondBlock),
      [unlock] = eventsOf(r, Kind.MutexUnlock),
      [wake] = eventsOf(r, Kind.CondWake);
    expect(r.value(block, 'value')).toBe(Number(r.object(lock)));
    expect([r.op(lock), r.op(unlock), r.op(wake), r.op(again)]).toEqual([0, 8, 0, 8]);
    expect([r.object(wake), r.spin(block) !== 0n]).toEqual([r.object(block), true]);
  }));

test('by itself a signal wakes the first waiter; who is not woken waits', () =>
  withServer('signal', (server) => {
    const r = run(server, { steps: blocked });
    expect(results(r, /CondSignal/)).toEqual(['3 CondSignal 2', '3 CondSignal 3']);
    expect(r.status).toBe(Status.Complete);
    const early = run(server, {
      steps: [
        [1, Kind.MutexLock, 0],
        [1, Kind.CondBlock, 0],
        [1, Kind.CondWake, 0],
      ],
    });
    expect([early.status, early.text]).toEqual([Status.Diverged, expect.stringMatching(/cannot do this now/)]);
  }));

test('a broadcast wakes all', () =>
  withServer('ready', (server) => {
    const r = run(server, { steps: [...blocked, [3, Kind.MutexLock, 0], [3, Kind.CondBroadcast, 2]] });
    expect(results(r, /Cond(Wake|Broad)/)).toEqual(['3 CondBroadcast 2', '1 CondWake 0', '2 CondWake 0']);
    expect(r.status).toBe(Status.Complete);
  }));

test('a wait times out by schedule, by itself only where nothing else can go on', () =>
  withServer('timed', (server) => {
    const block: Step[] = [
      [1, Kind.MutexLock, 0],
      [1, Kind.CondBlock, 0],
    ];
    const late = run(server, { steps: [...block, [1, Kind.CondWake, ETIMEDOUT]] });
    expect(results(late, /Cond/)).toEqual(['1 CondBlock 0', `1 CondWake ${ETIMEDOUT}`, '2 CondBroadcast 0']);
    const woken = run(server, { steps: block });
    expect(results(woken, /Cond/)).toEqual(['1 CondBlock 0', '2 CondBroadcast 1', '1 CondWake 0']);
    const missed = run(server, {
      steps: [
        [2, Kind.MutexLock, 0],
        [2, Kind.CondBroadcast, 0],
      ],
    });
    expect(results(missed, /Cond/)).toEqual(['2 CondBroadcast 0', '1 CondBlock 0', `1 CondWake ${ETIMEDOUT}`]);
    expect([late.status, woken.status, missed.status]).toEqual([Status.Complete, Status.Complete, Status.Complete]);
    expect(late.op(eventsOf(late, Kind.CondWake)[0])).toBe(1);
  }));

test('a loop of waits that time out goes round once', () =>
  withServer('late', (server) => {
    const r = run(server);
    expect(r.status).toBe(Status.Stuck);
    expect(results(r, /CondWake/)).toEqual([`1 CondWake ${ETIMEDOUT}`, '1 CondWake ?']);
  }));

test('spurious wake-ups, where they are asked for', () =>
  withServer('lost', (server) => {
    expect(run(server).status).toBe(Status.Stuck);
    const r = run(server, { flags: RunFlag.Spurious });
    expect(r.status).toBe(Status.Complete);
    expect(r.op(eventsOf(r, Kind.CondWake)[0])).toBe(2);
  }));

test('a spurious wake-up in a loop leads back to the wait', () =>
  withServer('ready', (server) => {
    const r = run(server, {
      flags: RunFlag.Spurious,
      steps: [
        [1, Kind.MutexLock, 0],
        [1, Kind.CondBlock, 0],
        [1, Kind.CondWake, 0],
      ],
    });
    expect(r.status).toBe(Status.Complete);
    expect(results(r, /CondBlock|CondWake/).slice(0, 3)).toEqual(['1 CondBlock 0', '1 CondWake 0', '1 CondBlock 0']);
    const spins = eventsOf(r, Kind.CondBlock)
      .filter((i) => r.thread(i) === 1)
      .map((i) => r.spin(i));
    expect(spins[1]).toBe(spins[0]);
  }));

test('a semaphore: counts, and who gets it by schedule', () =>
  withServer('sem', (server) => {
    const before = (r: ReturnType<typeof run>, kind: Kind) => r.value(eventsOf(r, kind)[0], 'before');
    const second = run(server, { steps: [[2, Kind.SemTrywait, 0]] });
    expect(results(second, /Sem/)).toEqual(['2 SemTrywait 0', '3 SemPost 0', '1 SemWait 0']);
    expect([before(second, Kind.SemTrywait), before(second, Kind.SemPost), before(second, Kind.SemWait)]).toEqual([
      1, 0, 1,
    ]);
    const first = run(server, {
      steps: [
        [1, Kind.SemWait, 0],
        [2, Kind.SemTrywait, EAGAIN],
      ],
    });
    expect(results(first, /Sem/)).toEqual(['1 SemWait 0', `2 SemTrywait ${EAGAIN}`, '3 SemPost 0']);
    expect(
      run(server, {
        steps: [
          [2, Kind.SemTrywait, 0],
          [1, Kind.SemWait, 0],
        ],
      }).text,
    ).toMatch(/cannot do this now/);
  }));

test('a semaphore with a time-out', () =>
  withServer('sem timed', (server) => {
    const late = run(server, {
      steps: [
        [0, Kind.SemWait, 0],
        [1, Kind.SemTrywait, ETIMEDOUT],
      ],
    });
    expect(results(late, /Sem/)).toEqual(['0 SemWait 0', `1 SemTrywait ${ETIMEDOUT}`, '2 SemPost 0']);
    const r = run(server);
    expect(results(r, /Sem/)).toEqual(['0 SemWait 0', '2 SemPost 0', '1 SemTrywait 0']);
    expect(r.value(eventsOf(r, Kind.SemTrywait)[0], 'value')).toBe(ETIMEDOUT);
  }));

test('a barrier: the last one goes on, then the others can', () =>
  withServer('barrier', (server) => {
    const r = run(server, {
      steps: [
        [2, Kind.BarrierArrive, 0],
        [1, Kind.BarrierArrive, 0],
      ],
    });
    expect(results(r, /Barrier/)).toEqual([
      '2 BarrierArrive 0',
      '1 BarrierArrive 0',
      '3 BarrierArrive 1',
      '1 BarrierLeave 0',
      '2 BarrierLeave 0',
    ]);
    expect(r.value(eventsOf(r, Kind.BarrierArrive)[0], 'value')).toBe(3);
    expect(
      run(server, {
        steps: [
          [1, Kind.BarrierArrive, 0],
          [1, Kind.BarrierLeave, 0],
        ],
      }).text,
    ).toMatch(/cannot do this now/);
  }));

test('a futex: nobody else enters or wakes between the look and the sleep', () =>
  withServer('futex', (server) => {
    const entered: Step[] = [[1, Kind.FutexEnter, 0]];
    expect(run(server, { steps: [...entered, [2, Kind.FutexWake, 2]] }).text).toMatch(/cannot do this now/);
    expect(results(run(server, { steps: [...entered, [2, Kind.FutexWake, 0]] }), /FutexWake/)).toEqual([
      '2 FutexWake 0',
    ]); // it looked before
    const r = run(server, { steps: [...entered, [1, Kind.Load, 0], [2, Kind.FutexWake, 2]] });
    expect(r.status).toBe(Status.Complete);
    expect(results(r, /Futex|Load|Fence|Store/)).toEqual([
      '2 Store',
      '2 Fence',
      '1 FutexEnter 0',
      '1 Fence',
      '1 Load 0',
      '1 FutexLeave',
      '2 FutexWake 2',
      '1 FutexAwait 0',
    ]);
    const [leave] = eventsOf(r, Kind.FutexLeave),
      [load] = eventsOf(r, Kind.Load),
      [wake] = eventsOf(r, Kind.FutexWake);
    expect([r.op(leave), Number(r.object(leave)), r.value(wake, 'value')]).toEqual([1, Number(r.object(load)) + 1, 1]);
    expect(results(run(server), /Futex|Load/)).toEqual(['2 FutexWake 0', '1 FutexEnter 0', '1 Load 1', '1 FutexLeave']);
  }));

const asleep = (n: number): Step[] =>
  Array.from({ length: n }, (_, i): Step[] => [
    [i + 1, Kind.FutexEnter, 0],
    [i + 1, Kind.Load, 0],
  ]).flat();

test('a futex: waking all, and so many as were asked for', () => {
  const all = withServer('futex all', (server) => run(server, { steps: asleep(2) }));
  expect(results(all, /FutexWake/)).toEqual(['3 FutexWake 2']);
  expect(all.value(eventsOf(all, Kind.FutexWake)[0], 'value')).toBe(0xffffffff);
  const two = withServer('futex two', (server) => run(server, { steps: [...asleep(3), [4, Kind.FutexWake, 3]] }));
  expect(results(two, /FutexWake|FutexAwait/)).toEqual([
    '4 FutexWake 3',
    '4 FutexWake 2',
    '1 FutexAwait 0',
    '2 FutexAwait 0',
    '3 FutexAwait ?',
  ]);
});

test('not supported', () => {
  const name = (what: string) =>
    withServer(what, (server) => {
      const r = run(server);
      return r.eventText(r.events - 1);
    });
  expect([name('requeue'), name('clone'), name('sem_open')]).toEqual(['futex operation 4', 'clone', 'sem_open']);
});

test('by itself, without a scheduler', () => {
  const fine = ['conditions', 'semaphores', 'barriers', 'calls'];
  expect(fine.map((what) => alone(c, what))).toEqual(fine.map(() => [0, 'as POSIX has it\n']));
  expect(alone(c, 'ready')).toEqual([0, '0 0 0\n']);
  expect(alone(c, 'rounds')).toEqual([0, expect.stringMatching(/^(-1 -1 0|-2 0 0|0 -2 0|-1 0 -1|0 -1 -1|0 0 -2)\n$/)]);
  expect(alone(c, 'sem late')).toEqual([0, `${ETIMEDOUT * 1000 + 100} 0\n`]);
  expect(alone(c, 'futex late')).toEqual([0, `${-ETIMEDOUT * 1000 - 100} ${-ETIMEDOUT * 1000 - 100}\n`]);
  expect(['lost', 'late', 'barrier short'].map((what) => alone(c, what))).toEqual(
    [1, 2, 3].map(() => [1, 'drista: deadlock\n']),
  );
});

const compilers = (['clang', 'gcc'] as const).flatMap(
  (family) => installed('c++').find((compiler) => compiler.family === family)?.path ?? [],
);

test.each(compilers)('latches, semaphores, barriers and atomic waits of C++20: %s', (path) => {
  const program = join(folder, 'waits20');
  expect(
    compile('c++', [`--drista-compiler=${path}`, '-std=c++20', '-w', join(sources, 'waits20.cc'), '-o', program]),
  ).toBe(0);
  const said = 'round\nround\n0 1\n0 0\npassed 3\n';
  expect(alone(program)).toEqual([0, said]);
  withProgram(program, '', (server) => {
    expect([run(server).status, run(server, { flags: RunFlag.Reversed }).status]).toEqual([
      Status.Complete,
      Status.Complete,
    ]);
  });
});
