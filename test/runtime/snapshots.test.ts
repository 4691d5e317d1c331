/**
 * Runs that begin in the middle, from a snapshot that an earlier one left (runtime/server/snapshot.h), say what runs
 * from main say.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '../../src/compiler/compile';
import { RunFlag, RunWriter, Status } from '../../src/channel/protocol';
import { launchEnvironment, programEnvironment } from '../../src/channel/environment';
import { Server } from '../../src/channel/server';
import type { RunResult } from '../../src/channel/result';
import { explore } from '../../src/explore/explorer';
import { Kind } from '../../src/program/label';
import { ProcessProgram } from '../../src/program/process-program';
import { build } from '../support/compiled';
import { processesOf } from '../support/command';
import { top } from '../support/paths';
import { snapshots, Twice } from '../support/twice';
import { eventsOf, run, type Run, type Step } from './driver';

const folder = mkdtempSync(join(tmpdir(), 'drista-snapshots-'));
const program = join(folder, 'snapshots');

beforeAll(() => {
  expect(compile('c', ['-w', join(top, 'test', 'runtime', 'snapshots.c'), '-o', program])).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

const plain: readonly Run[] = [
  {},
  {},
  { steps: [[1, Kind.Load, 0]] },
  {
    steps: [
      [1, Kind.Load, 0],
      [2, Kind.Load, 0],
    ],
  },
  {},
];

/** What main stored first: how often it had begun by then. */
function begun(r: RunResult): number {
  return Number(r.value(eventsOf(r, Kind.Store)[0], 'value'));
}

function withServer<T>(what: string, use: (server: Server) => T, env = snapshots('each')): T {
  const server = new Server(program, { args: [what], env });
  try {
    return use(server);
  } finally {
    server.stop();
  }
}

/** For each run, how often main had begun. */
function mains(what: string, runs: readonly Run[], env?: string[]): number[] {
  return withServer(what, (server) => runs.map((r) => begun(run(server, r))), env);
}

// The first run creates threads that nobody knew; the second one leaves a snapshot before its first step.
test.each(['nothing', 'prints', 'opens_later', 'crashes', 'computes'])('%s: main begins no more', (what) => {
  expect(mains(what, plain)).toEqual([1, 2, 2, 2, 2]);
});

// Known to fail: with rollback, runs that map memory themselves leave no snapshots. That costs time only.
test.failing('has_memory_of_its_own: main begins no more', () => {
  expect(mains('has_memory_of_its_own', plain)).toEqual([1, 2, 2, 2, 2]);
});

test.each(['opens', 'closes', 'makes_a_pipe', 'shares', 'takes_the_signal'])(
  '%s: forks of one process would share what the kernel has, so main begins each time',
  (what) => {
    expect(mains(what, plain)).toEqual([1, 2, 3, 4, 5]);
  },
);

test('without drista the handling of signals is as it was: the trap is not seen', () =>
  withServer('takes_the_signal', (server) => {
    expect([0, 1].map(() => run(server)).map((r) => Number(r.value(eventsOf(r, Kind.Store)[1], 'value')))).toEqual([
      1, 1,
    ]);
  }));

test('what lies on the stack of a thread that has ended: runs that come later know more of it', () =>
  twice('points', (run) => {
    const first = run({ steps: [[2, Kind.Load, 0]] });
    const local = Number(first.value(eventsOf(first, Kind.Store)[0], 'value'));
    const without: Run = {
      steps: [
        [2, Kind.Load, 0],
        [1, Kind.Load, 0],
        [2, Kind.Load, 0],
      ],
    };
    expect([without, without].map((r) => run(r).conflicts())).toEqual([[], []]);
    // Here the other thread reads it while it is there, and the run stops.
    expect(run({ steps: [[2, Kind.Load, local]], events: 11 }).conflicts()).toEqual([]);
    expect(run(without).conflicts()).toEqual([{ address: local, size: 4, mixed: false }]);
  }));

test('a program that computes for long before its threads leaves a snapshot by itself; `none`: not', () => {
  const usual = launchEnvironment(programEnvironment()).filter((text) => !text.startsWith('DRISTA_SNAPSHOTS='));
  expect(mains('computes_first', plain, usual)).toEqual([1, 2, 2, 2, 2]);
  expect(mains('computes_first', plain, snapshots('none'))).toEqual([1, 2, 3, 4, 5]);
});

test.each(['ShowOutput', 'StopAtEnd', 'Names'] as const)('runs with %s are from main', (flag) => {
  expect(mains('nothing', [{}, {}, {}, { flags: RunFlag[flag] }, { flags: RunFlag[flag] }, {}])).toEqual([
    1, 2, 2, 3, 4, 2,
  ]);
});

test('what belongs to a run is asked for: flags, and events at most', () => {
  expect(
    mains('nothing', [{}, {}, { flags: RunFlag.Reversed }, { events: 50 }, {}, { flags: RunFlag.Reversed }]),
  ).toEqual([1, 2, 3, 4, 2, 3]);
});

test('PREPARE gives them up', () =>
  withServer('nothing', (server) => {
    const names = [
      { creator: 0, child: 0 },
      { creator: 0, child: 1 },
    ];
    const three = (): number[] => [0, 1, 2].map(() => begun(run(server)));
    expect(three()).toEqual([1, 2, 2]);
    server.prepare([], names);
    expect(three()).toEqual([3, 3, 3]);
  }));

test('a crash, and a run that is killed, end themselves only', () => {
  const got = (value: number): Run => ({
    steps: [
      [2, Kind.Load, 0],
      [1, Kind.Load, value],
    ],
    ms: 300,
  });
  const statuses = (what: string): unknown[] =>
    withServer(what, (server) =>
      [got(0), got(0), got(1), got(1), got(0)].map((r) => {
        const done = run(server, r);
        return [begun(done), Status[done.status]];
      }),
    );
  expect(statuses('crashes')).toEqual([
    [1, 'Complete'],
    [2, 'Complete'],
    [2, 'Stopped'],
    [2, 'Stopped'],
    [2, 'Complete'],
  ]);
  expect(statuses('hangs')).toEqual([
    [1, 'Complete'],
    [2, 'Complete'],
    [2, 'Time'],
    [2, 'Time'],
    [2, 'Complete'],
  ]);
});

/** Processes that the server has, without those that are over. */
function children(server: Server): number {
  return spawnSync('ps', ['-o', 'stat=', '--ppid', String(server.pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((s) => s !== '' && !s.startsWith('Z')).length;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('there are at most six, and none is left when the server is killed', async () => {
  const steps: Step[] = [[2, Kind.Load, 0], ...Array.from({ length: 12 }, () => [2, Kind.Load, 0] as const)];
  const server = new Server(program, { args: ['goes_on'], env: snapshots('each') });
  run(server);
  run(server, { steps });
  run(server, { steps });
  await until(() => children(server) === 7); // and the one for the next run from main
  process.kill(server.pid, 'SIGKILL');
  await until(() => processesOf(program) === 0);
  server.stop();
});

/** Runs that are made with snapshots and without, and compared byte by byte. */
function twice<T>(what: string, use: (run: (r: Run) => RunResult) => T): T {
  const both = new Twice(program, ['not counted', what]);
  const writer = new RunWriter();
  try {
    return use(({ steps = [], flags = 0, events = 0 }) => {
      writer.begin(flags, events, 5000);
      for (const [thread, kind, value] of steps) writer.step(thread, kind, 0, value);
      return both.run(writer.finish(), 20);
    });
  } finally {
    both.stop();
  }
}

test.each([
  ['rc11', 175],
  ['sc', 141],
] as const)('all runs of an exploration are the same bytes: %s', (model, executions) => {
  const both = new Twice(build([join(top, 'bench', 'programs', 'fib.c')], ['-DN=3']));
  try {
    expect(explore(new ProcessProgram(both), { model, equivalence: 'observational' }).executions).toBe(executions);
    expect(both.runs).toBeGreaterThan(50);
  } finally {
    both.stop();
  }
});

test('a thread that gives way does so only where no steps are left', () =>
  twice('computes', (run) => {
    const [one, two]: Step[] = [
      [1, Kind.Load, 0],
      [2, Kind.Load, 0],
    ];
    const order = (steps: Step[]): string => {
      const r = run({ steps });
      return eventsOf(r, Kind.Store)
        .map((i) => r.thread(i))
        .join('');
    };
    order([]);
    expect([order([one, two]), order([one]), order([one, two]), order([one])]).toEqual(['12', '21', '12', '21']);
  }));
