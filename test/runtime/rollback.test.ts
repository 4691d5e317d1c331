/** Runs that are made in the server's own process give what runs as processes give. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '../../src/compiler/compile';
import { RunFlag, Status } from '../../src/channel/protocol';
import type { RunResult } from '../../src/channel/result';
import type { Server } from '../../src/channel/server';
import { Kind } from '../../src/program/label';
import { run, withServer, type Run } from './driver';

const folder = mkdtempSync(join(tmpdir(), 'drista-rollback-'));
const program = join(folder, 'rollback');

beforeAll(() => {
  const source = join(__dirname, '..', '..', '..', 'test', 'runtime', 'rollback.c');
  expect(compile('c', ['-w', source, '-lm', '-o', program])).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** All that a run says. */
function all(r: RunResult): unknown {
  const values = ['value', 'expected', 'result', 'before'] as const;
  return {
    status: Status[r.status],
    wait: r.waitStatus,
    followed: r.followed,
    text: r.text,
    threads: r.threads,
    conflicts: r.conflicts(),
    events: Array.from({ length: r.events }, (_, i) =>
      [
        r.thread(i),
        Kind[r.kind(i)],
        r.op(i),
        r.other(i),
        r.pending(i),
        r.size(i),
        r.object(i),
        r.site(i),
        r.spin(i),
        r.stack(i),
        r.eventText(i),
        ...values.map((field) => r.value(i, field)),
      ].join(' '),
    ),
  };
}

const OURS = /^processes: /;

/** Page faults of the processes that have ended and were waited for: 0 where there were none. */
function faultsOfRuns(server: Server): number {
  return Number(readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ')[8]);
}

/**
 * Runs the case both ways under each of the schedules; what they say must be equal. Returns the notes of each run, and
 * those faults.
 */
function both(what: string, schedules: readonly Run[]): { notes: string[][]; faults: number; statuses: string[] } {
  const asProcesses = withServer(program, what, (server) =>
    schedules.map((s) => run(server, s)).map((r) => ({ all: all(r), notes: r.notes })),
  );
  return withServer(program, what, (server) => {
    const here = schedules.map((s) => run(server, { ...s, flags: RunFlag.Rollback }));
    expect(here.map(all)).toEqual(asProcesses.map((r) => r.all));
    expect(here.map((r) => r.notes.filter((n) => !OURS.test(n)))).toEqual(asProcesses.map((r) => r.notes));
    return {
      notes: here.map((r) => r.notes.filter((n) => OURS.test(n))),
      faults: faultsOfRuns(server),
      statuses: here.map((r) => Status[r.status]),
    };
  });
}

const times = (n: number): Run[] => Array.from({ length: n }, () => ({}));
const none = (n: number): string[][] => Array.from({ length: n }, () => []);

test('nothing is left of a run: memory, thread-local storage, the heap, arguments, rounding, output', () => {
  const { notes, faults } = both('leaves_all_kinds_of_things', [
    ...times(4),
    { steps: [[1, Kind.Load, 0]] },
    ...times(2),
  ]);
  expect(notes).toEqual(none(7));
  expect(faults).toBe(0); // only the first run, which creates threads that nobody knew, was a process
});

test.each(['asks_only', 'leaks', 'aborts', 'leaves', 'frees_twice', 'deadlocks'])(
  '%s: no process is needed',
  (what) => {
    const { notes, faults } = both(what, times(4));
    expect([notes, faults]).toEqual([none(4), 0]);
  },
);

test.each([
  ['opens', 'open'],
  ['reads_a_file', 'open'],
  ['makes_a_pipe', 'pipe'],
  ['calls_the_kernel_itself', 'dup'],
  ['handles_a_signal', 'sigaction'],
  ['leaves_by_the_kernel', 'exit_group'],
  ['asks_its_number', 'getpid'],
  ['raises', 'getpid'], // of libc's raise
])('%s: each run is a process, and a note says why', (what, call) => {
  const { notes, faults } = both(what, times(3));
  expect(notes).toEqual([
    [`processes: it calls ${call}, and what that does in the kernel could not be undone`],
    [],
    [],
  ]);
  expect(faults).toBeGreaterThan(0);
});

test.each([0, RunFlag.Rollback])('a file has the same number in every run (flags %s)', (flags) =>
  withServer(program, 'opens', (server) => {
    const runs = times(4).map(() => run(server, { flags }));
    const stored = runs.map((r) =>
      Array.from({ length: r.events }, (_, i) => i)
        .filter((i) => r.kind(i) === (Kind.Store as number))
        .map((i) => Number(r.value(i, 'value'))),
    );
    expect(stored).toEqual([[3], [3], [3], [3]]);
  }),
);

test.each([
  ['has_a_thread', 'it has threads that drista does not know'],
  ['has_a_timer', 'it has timers'],
])('%s: each run is a process from the beginning', (what, why) => {
  expect(both(what, times(2)).notes).toEqual([[`processes: ${why}`], []]);
});

test('calls of 32-bit programs have numbers of their own', () => {
  both('leaves_by_another_gate', times(2));
});

test('registers are as they were before the run', () => {
  const { notes, faults } = both('leaves_registers', times(4));
  expect([notes, faults]).toEqual([none(4), 0]);
});

test('where runs take long, later ones are processes, which may begin in the middle', () => {
  expect(both('computes', times(10)).notes).toEqual([...none(8), ['processes: its runs take long'], []]);
});

test('where most runs crash, later ones are processes', () => {
  expect(both('crashes', times(18)).notes).toEqual([...none(15), ['processes: most of its runs crash'], [], []]);
});

test('a run that writes much is a process, and so are those after it', () => {
  expect(both('writes_much', times(3)).notes).toEqual([['processes: it writes more than 8 MiB in a run'], [], []]);
});

test('a run that takes long, too: the limit of time is that of a process', () => {
  const { notes, statuses } = both('waits_for_ever', [{ ms: 400 }]);
  expect(statuses).toEqual(['Time']);
  expect(notes).toEqual([['processes: its runs take long']]);
});

test("overflows: that is found at a function's entry, before anything else is written", () => {
  expect(both('overflows', times(3))).toMatchObject({ notes: none(3), faults: 0 });
});

test.each(['crashes', 'divides'])('%s: that run is made again as a process', (what) => {
  const { notes, faults } = both(what, times(3));
  expect(notes).toEqual(none(3));
  expect(faults).toBeGreaterThan(0);
});

test('after a crash the next run is made in the server again', () => {
  const crash: Run = { steps: [[0, Kind.Load, 1]] };
  const { statuses, notes } = both('crashes_if_told', [{}, crash, {}, crash, crash, {}]);
  expect(statuses).toEqual(['Complete', 'Stopped', 'Complete', 'Stopped', 'Stopped', 'Complete']);
  expect(notes).toEqual(none(6));
});

test('runs as processes and runs in the server, one after the other', () =>
  withServer(program, 'leaves_all_kinds_of_things', (server) => {
    const flags = [RunFlag.Rollback, RunFlag.Rollback, 0, RunFlag.Rollback, 0, 0, RunFlag.Rollback, RunFlag.Rollback];
    const runs = flags.map((f) => all(run(server, { flags: f })) as { conflicts: unknown });
    for (const r of runs.slice(1)) expect({ ...r, conflicts: [] }).toEqual({ ...runs[0], conflicts: [] });
  }));
