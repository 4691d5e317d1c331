import { Status } from '../../src/channel/protocol';
import { RunResult } from '../../src/channel/result';
import { Kind, Order, RmwOp } from '../../src/program/label';
import { madeUpRun, resultFrame } from '../support/made-up-run';

it('every field of a result is where it was put', () => {
  const event = {
    kind: Kind.Rmw,
    order: Order.AcqRel,
    failOrder: Order.Acquire,
    op: RmwOp.Cas,
    thread: 300,
    other: 4000,
    pending: true,
    size: 16,
    object: 0x7fff_ffff_f000,
    site: 2n ** 63n,
    spin: 2n ** 64n - 1n,
    machine: 2n ** 64n - 2n,
    stack: 2,
    text: 'why',
    value: 2n ** 128n - 1n,
    expected: 2n ** 64n,
    result: 5,
    before: 6,
  };
  const run = madeUpRun([{ kind: Kind.Begin }, event], {
    status: Status.Died,
    waitStatus: 139,
    followed: 3,
    text: 'how',
    threads: 9,
    stacks: [
      { pc: 100, parent: 0 },
      { pc: 200, parent: 1 },
    ],
    conflicts: [{ address: 4096, size: 4, mixed: true }],
  });
  expect([run.status, run.waitStatus, run.followed, run.text, run.threads, run.events]).toEqual([
    Status.Died,
    139,
    3,
    'how',
    9,
    2,
  ]);
  expect({
    kind: run.kind(1),
    order: run.order(1),
    failOrder: run.failOrder(1),
    op: run.op(1),
    thread: run.thread(1),
    other: run.other(1),
    pending: run.pending(1),
    size: run.size(1),
    object: run.object(1),
    site: run.site(1),
    spin: run.spin(1),
    machine: run.machine(1),
    stack: run.stack(1),
    text: run.eventText(1),
    value: run.value(1, 'value'),
    expected: run.value(1, 'expected'),
    result: run.value(1, 'result'),
    before: run.value(1, 'before'),
  }).toEqual(event);
  expect([run.kind(0), run.pending(0), run.eventText(0)]).toEqual([Kind.Begin, false, '']);
  expect([1, 2].map((s) => run.stackEntry(s))).toEqual([
    { pc: 100, parent: 0 },
    { pc: 200, parent: 1 },
  ]);
  expect(() => run.stackEntry(3)).toThrow('a call stack that does not exist');
  expect(run.conflicts()).toEqual([{ address: 4096, size: 4, mixed: true }]);
});

it('a result that is cut off is refused', () => {
  const frame = resultFrame([{ kind: Kind.Begin }], { text: 'x' });
  for (let n = 0; n < frame.byteLength; n++)
    expect(() => new RunResult(frame.slice(0, n), 'a.out')).toThrow('a.out sent a');
});
