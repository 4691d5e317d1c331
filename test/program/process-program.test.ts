import { HEADER, RUN, Status, STEP } from '../../src/channel/protocol';
import { Kind, Order, RmwOp } from '../../src/program/label';
import { Promoted, RunLimit } from '../../src/program/outcomes';
import { ProcessProgram } from '../../src/program/process-program';
import { Restart } from '../../src/program/program';
import type { MadeUpEvent } from '../support/made-up-run';
import { X, Y, NOTHING, from, never, Script, begin, load, store, end, kinds } from '../support/script';

describe('history trees', () => {
  it('are filled by one run', () => {
    const program = new ProcessProgram(new Script().then([begin, store(1), load(1), load(0, Y), store(2, Y), end]));
    const root = program.root(0, 0, from());
    expect(kinds(root)).toBe('Begin Store');
    expect(root.pending).toMatchObject({ kind: Kind.Load, order: Order.Acquire, size: 4 });
    expect([...root.children.keys()]).toEqual([1]);
    const second = program.child(root, 1, never);
    expect([kinds(second), second.pending?.kind, second.parent, second.value]).toEqual(['', Kind.Load, root, 1]);
    const last = program.child(second, 0, never);
    expect([kinds(last), last.pending]).toEqual(['Store End', null]);
    expect([root.id, second.id, last.id, program.nodes.length]).toEqual([0, 1, 2, 3]);
    expect(root.pending!.loc).toBe(root.segment[1].loc);
    expect(last.segment[0].loc).toBe(second.pending!.loc);
    expect(program.statistics).toEqual({ runs: 1, events: 6, copied: 0 });
  });

  it('take a new value from a run under the schedule', () => {
    const script = new Script().then([begin, load(0), end]).then([begin, load(7), store(3), end]);
    const program = new ProcessProgram(script);
    const root = program.root(0, 0, from());
    const step = { thread: 0, label: root.pending!, value: 7 };
    const child = program.child(root, 7, from({ steps: [step], memory: [{ loc: root.pending!.loc, value: 5 }] }));
    expect(kinds(child)).toBe('Store End');
    expect(script.steps(1)).toEqual([[0, Kind.Load, X, 7]]);
    const patch = script.frames[1].subarray(HEADER + RUN.bytes + STEP.bytes);
    expect([patch.readUInt32LE(0), patch.readUInt32LE(8), patch.readUInt32LE(16), patch.length]).toEqual([X, 4, 5, 32]);
    expect(program.nodes.length).toBe(3);
  });

  it('end with the event that a thread stood before', () => {
    const program = new ProcessProgram(
      new Script().then([begin, load(0), load(9, Y, { pending: true })], { status: Status.Stuck }),
    );
    const child = program.child(program.root(0, 0, from()), 0, never);
    expect([child.pending?.kind, child.children.size]).toEqual([Kind.Load, 0]);
  });

  it('have a root for each start of a thread', () => {
    const create = (argument: number, routine: number): MadeUpEvent => ({
      kind: Kind.Create,
      other: 1,
      value: argument,
      object: routine,
    });
    const child = (argument: number, routine: number, what: MadeUpEvent[]): MadeUpEvent[] =>
      [{ kind: Kind.Begin, value: argument, object: routine }, ...what].map((e) => ({ ...e, thread: 1 }));
    const script = new Script()
      .then([begin, load(0), create(5, 100), end, ...child(5, 100, [end])])
      .then([begin, load(1), create(5, 200), end, ...child(5, 200, [store(1), end])]);
    const program = new ProcessProgram(script);
    const main = program.root(0, 0, from());
    const [first, second] = [program.child(main, 0, never), program.child(main, 1, from())].map((n) => n.segment[0]);
    expect([first, second].map((l) => [l.thread, l.value])).toEqual([
      [1, (100n << 64n) | 5n],
      [1, (200n << 64n) | 5n],
    ]);
    expect(kinds(program.root(1, first.value, never))).toBe('Begin End');
    expect(kinds(program.root(1, second.value, never))).toBe('Begin Store End');
    expect(program.names).toEqual([{ creator: 0, child: 0 }]);
  });

  it('keep what a read-modify-write and a mutex do', () => {
    const cas: MadeUpEvent = {
      kind: Kind.Rmw,
      object: X,
      size: 8,
      order: Order.SeqCst,
      failOrder: Order.Relaxed,
      op: RmwOp.Cas,
      value: 2,
      expected: 1,
      result: 1,
    };
    const lock: MadeUpEvent = { kind: Kind.MutexLock, object: Y, size: 40, op: 1 };
    const program = new ProcessProgram(new Script().then([begin, cas, lock, end]));
    const root = program.root(0, 0, from());
    expect(root.pending).toMatchObject({
      kind: Kind.Rmw,
      op: RmwOp.Cas,
      value: 2,
      expected: 1,
      order: Order.SeqCst,
      failOrder: Order.Relaxed,
      size: 8,
    });
    const next = program.child(root, 1, never);
    expect(next.pending).toMatchObject({ kind: Kind.MutexLock, op: 1 });
    expect(program.initial(next.pending!.loc)).toBe(0);
  });

  it.each([
    ['complete', Status.Complete, [], true],
    ['cut when its handlers were over', Status.Cut, [], true],
    ['cut in its handlers', Status.Cut, [{ kind: Kind.Exit, pending: true }], false],
  ])('a thread that called exit ends with the run: %s', (_, status, handles, known) => {
    const program = new ProcessProgram(
      new Script().then([begin, { kind: Kind.Exit }, store(1), ...handles], { status }),
    );
    if (known) expect(kinds(program.root(0, 0, from()))).toBe('Begin Exit Store');
    else expect(() => program.root(0, 0, from())).toThrow(RunLimit);
  });

  it('share call stacks between runs', () => {
    const stacks = [
      { pc: 10, parent: 0 },
      { pc: 20, parent: 1 },
    ];
    const other = [
      { pc: 99, parent: 0 },
      { pc: 10, parent: 0 },
      { pc: 20, parent: 2 },
    ];
    const script = new Script()
      .then([begin, load(0, X, { stack: 2 }), end], { stacks })
      .then([begin, load(1, X, { stack: 3 }), store(1, X, { stack: 3 }), load(0, X, { site: 77 }), end], {
        stacks: other,
      });
    const program = new ProcessProgram(script);
    const root = program.root(0, 0, from());
    const child = program.child(root, 1, from());
    expect(program.stack(root.pending!.site)).toEqual([20, 10]);
    expect(child.segment[0].site).toBe(root.pending!.site);
    expect(program.stack(child.pending!.site)).toEqual([77]);
    expect(program.stack(-1)).toEqual([]);
  });
});

describe('initial values', () => {
  it('are what memory held before the first event', () => {
    const program = new ProcessProgram(
      new Script().then([
        begin,
        store(1, X, { before: 7 }),
        load(1, X, { before: 1 }),
        load(2n as never, Y, { before: 2n ** 70n }),
        end,
      ]),
    );
    const root = program.root(0, 0, from());
    expect(program.initial(root.pending!.loc)).toBe(7);
    expect(program.initial(program.child(root, 1, never).pending!.loc)).toBe(2n ** 70n);
  });

  it('must not change', () => {
    const script = new Script()
      .then([begin, load(0, X, { before: 7 }), end])
      .then([begin, load(1, X, { before: 8 }), end]);
    const program = new ProcessProgram(script);
    const root = program.root(0, 0, from());
    expect(() => program.child(root, 1, from())).toThrow(
      'a read of memory that holds 7 before any event (0x1000), and is now a read of memory that holds 8',
    );
  });

  it('may seem to change where a patch wrote', () => {
    const script = new Script()
      .then([begin, load(0, X, { before: 7 }), end])
      .then([begin, load(1, X, { before: 8 }), end]);
    const program = new ProcessProgram(script);
    const root = program.root(0, 0, from());
    program.child(root, 1, from({ steps: [], memory: [{ loc: root.pending!.loc, value: 8 }] }));
    expect(program.initial(root.pending!.loc)).toBe(7);
  });
});

describe('promotion', () => {
  const conflict = { address: X, size: 4, mixed: false };

  it('starts the trees afresh, with threads under the same names', () => {
    const create: MadeUpEvent = { kind: Kind.Create, other: 1 };
    const child = { kind: Kind.Begin, thread: 1 };
    const script = new Script()
      .then([begin, create, load(0, Y, { before: 1 }), end, child, { ...end, thread: 1 }])
      .then([begin, create, load(2, Y), end, child], { conflicts: [conflict] })
      .then([begin, create, load(0, Y, { before: 3 }), end], { conflicts: [conflict] });
    const program = new ProcessProgram(script);
    const root = program.root(0, 0, from());
    let thrown: unknown;
    try {
      program.child(root, 2, from());
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Promoted);
    expect(thrown).toBeInstanceOf(Restart);
    program.restart();
    expect(program.nodes.length).toBe(0);
    expect(script.prepared).toEqual([
      { atoms: [], names: [] },
      { atoms: [conflict], names: [{ creator: 0, child: 0 }] },
    ]);
    const again = program.root(0, 0, from()); // the same conflict once more changes nothing
    expect([kinds(again), program.initial(again.pending!.loc)]).toEqual(['Begin Create', 3]);
  });

  it('sends steps only for reads that wait', () => {
    const read = (object: number, result: number): MadeUpEvent => ({ kind: Kind.PlainRead, object, size: 4, result });
    const script = new Script().then([begin, read(X, 1), read(Y, 2), end]).then([begin, read(X, 1), read(Y, 2), end]);
    const program = new ProcessProgram(script, { atoms: [conflict, { address: Y, size: 4, mixed: true }] });
    expect(script.prepared[0].atoms).toHaveLength(2);
    const first = program.root(0, 0, from());
    const second = program.child(first, 1, never);
    expect([first.pending, second.pending].map((l) => [l!.kind, l!.order])).toEqual([
      [Kind.PlainRead, Order.Plain],
      [Kind.PlainRead, Order.Plain],
    ]);
    program.verify({
      steps: [
        { thread: 0, label: first.pending!, value: 1 },
        { thread: 0, label: second.pending!, value: 2 },
      ],
      memory: [],
    });
    expect(script.steps(1)).toEqual([[0, Kind.PlainRead, Y, 2]]);
  });
});

it('an execution in full', () => {
  const script = new Script().then([begin, load(3), load(0, Y, { pending: true })], {
    status: Status.Died,
    waitStatus: 11,
    followed: 1,
    text: 'a fault',
  });
  const execution = new ProcessProgram(script).execute(NOTHING, 4);
  expect(script.frames[0].readUInt32LE(8)).toBe(4);
  expect([execution.status, execution.followed, execution.text]).toEqual([Status.Died, 1, 'a fault']);
  expect(execution.events.map((e) => [e.thread, Kind[e.label.kind], e.result, e.pending, e.label.text])).toEqual([
    [0, 'Begin', 0, false, ''],
    [0, 'Load', 3, false, ''],
    [0, 'Load', 0, true, ''],
    [0, 'Error', 0, false, 'the process ended by itself (signal SIGSEGV): a fault'],
  ]);
});
