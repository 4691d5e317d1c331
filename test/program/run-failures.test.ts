/** Runs that do not repeat earlier ones, and ends of runs that are not the thread's. */
import { Status } from '../../src/channel/protocol';
import { DristaError } from '../../src/base/errors';
import { ErrorKind, Kind } from '../../src/program/label';
import { MixedSizes, Nondeterminism, RunLimit } from '../../src/program/outcomes';
import { ProcessProgram } from '../../src/program/process-program';
import type { MadeUpEvent } from '../support/made-up-run';
import { X, Y, NOTHING, from, never, Script, begin, load, store, end, kinds } from '../support/script';

describe('a thread that does not repeat itself', () => {
  const differs = (first: MadeUpEvent[], second: MadeUpEvent[]): Nondeterminism => {
    const program = new ProcessProgram(new Script().then([begin, ...first]).then([begin, ...second]));
    program.root(0, 0, from());
    try {
      program.verify(NOTHING);
    } catch (error) {
      expect(error).toBeInstanceOf(Nondeterminism);
      return error as Nondeterminism;
    }
    throw new Error('no difference was seen');
  };

  it.each<[string, MadeUpEvent[], MadeUpEvent[], string, string]>([
    [
      'another value',
      [store(1), end],
      [store(2), end],
      'Store of 4 bytes at 0x1000 (Release) value 1',
      'Store of 4 bytes at 0x1000 (Release) value 2',
    ],
    [
      'another place',
      [load(0), end],
      [load(0, Y), end],
      'Load of 4 bytes at 0x1000 (Acquire)',
      'Load of 4 bytes at 0x2000 (Acquire)',
    ],
    [
      'another order',
      [load(0), end],
      [load(0, X, { order: 5 }), end],
      'Load of 4 bytes at 0x1000 (Acquire)',
      'Load of 4 bytes at 0x1000 (SeqCst)',
    ],
    ['more', [end], [store(1), end], 'End', 'Store of 4 bytes at 0x1000 (Release) value 1'],
    [
      'a read instead of a write',
      [store(1), end],
      [load(1), end],
      'Store of 4 bytes at 0x1000 (Release) value 1',
      'Load of 4 bytes at 0x1000 (Acquire)',
    ],
    [
      'a write instead of a read',
      [load(1), end],
      [store(1), end],
      'Load of 4 bytes at 0x1000 (Acquire)',
      'Store of 4 bytes at 0x1000 (Release) value 1',
    ],
    ['events after its end', [end], [end, store(1)], 'its end', 'Store of 4 bytes at 0x1000 (Release) value 1'],
  ])('%s', (_, first, second, before, now) => {
    const error = differs(first, second);
    expect([error.before, error.now]).toEqual([before, now]);
  });

  it('is named with the number of its event', () => {
    const error = differs([load(0), store(1), end], [load(0), store(2), end]);
    expect([error.thread, error.event]).toEqual([0, 2]);
  });

  it('but call sites and fingerprints may differ', () => {
    const program = new ProcessProgram(
      new Script()
        .then([begin, load(0, X, { site: 1, spin: 1 }), end])
        .then([begin, load(0, X, { site: 2, spin: 2 }), end]),
    );
    program.root(0, 0, from());
    program.verify(NOTHING);
    expect(program.nodes.length).toBe(2);
  });

  it('or does not follow the schedule', () => {
    const script = new Script()
      .then([begin, load(0), end])
      .then([begin], { status: Status.Diverged, followed: 0, text: 'it stands before a Store' });
    const program = new ProcessProgram(script);
    const root = program.root(0, 0, from());
    expect(() => program.verify({ steps: [{ thread: 0, label: root.pending!, value: 3 }], memory: [] })).toThrow(
      'its event 0 was Load of 4 bytes at 0x1000 (Acquire), and is now it stands before a Store',
    );
  });
});

describe("ends that are not the thread's", () => {
  it('a process that ends by itself is a crash of the thread that ran last', () => {
    const died = { status: Status.Died, waitStatus: 9 };
    const child = { kind: Kind.Begin, thread: 1 };
    const script = new Script()
      .then([begin, { kind: Kind.Create, other: 1 }, child, { ...load(0, X, { pending: true }), thread: 0 }], died)
      .then([begin, { kind: Kind.Create, other: 1 }, child], died)
      .then([begin, { kind: Kind.Create, other: 1 }, child], { ...died, waitStatus: 0 });
    const program = new ProcessProgram(script);
    program.root(0, 0, from());
    const [, error] = program.root(1, 0, never).segment;
    expect(error).toMatchObject({
      kind: Kind.Error,
      op: ErrorKind.Crash,
      text: 'the process ended by itself (signal SIGKILL)',
    });
    program.verify(NOTHING);
    expect(() => program.verify(NOTHING)).toThrow('ended by itself (exit code 0)');
  });

  it.each([
    [Status.Time, RunLimit, 'a run took longer than 3 s before main of a.out got to its next event'],
    [Status.Cut, RunLimit, 'a run had more than 50 events before main'],
    [Status.Stuck, RunLimit, 'a loop without any event went on before main'],
    [Status.Complete, DristaError, 'a run ended (Complete) before main'],
  ])('status %s', (status, type, message) => {
    // The second run is for the thread alone, where another thread may have ended the first.
    const script = new Script().then([begin, store(1)], { status }).then([begin, store(1)], { status });
    const program = new ProcessProgram(script, { maxEvents: 50, runSeconds: 3 });
    let thrown: unknown;
    try {
      program.root(0, 0, from());
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(type);
    expect((thrown as Error).message).toContain(message);
  });

  it('a limit after the event that was asked for is none', () => {
    const script = new Script()
      .then([begin, load(0), store(1)], { status: Status.Cut })
      .then([begin, load(0), store(1), end]);
    const program = new ProcessProgram(script);
    const root = program.root(0, 0, from());
    expect(kinds(program.child(root, 0, from()))).toBe('Store End');
  });

  it('what is not supported', () => {
    const program = new ProcessProgram(
      new Script().then([begin, { kind: Kind.Unsupported, text: 'pthread_barrier_wait', site: 0x77 }], {
        status: Status.Stopped,
      }),
    );
    expect(() => program.root(0, 0, from())).toThrow(
      'not supported yet: pthread_barrier_wait (called by main of a.out at 0x77)',
    );
  });

  it('an error of the program is history', () => {
    const failed = { kind: Kind.Error, op: ErrorKind.Assertion, text: 'x == 1', object: 2n ** 60n };
    const program = new ProcessProgram(new Script().then([begin, failed], { status: Status.Stopped }));
    expect(program.root(0, 0, from()).segment[1]).toMatchObject({
      kind: Kind.Error,
      op: ErrorKind.Assertion,
      text: 'x == 1',
      loc: -1,
    });
  });

  it('atomics of different sizes on the same bytes', () => {
    const run = [begin, store(1, X), store(2, X + 2, { size: 2 }), load(3, Y), end];
    const program = new ProcessProgram(new Script().then(run).then(run));
    expect(() => program.root(0, 0, from())).toThrow(MixedSizes);
    expect(program.mixesSizes).toBe(true);
    program.restart();
    const { segment, pending } = program.root(0, 0, from());
    const [, all, part] = segment;
    const [low, high] = all.pieces;
    expect([low.at, low.size, high.at, high.size]).toEqual([0, 2, 2, 2]);
    expect(part).toMatchObject({ loc: all.loc, size: 2, pieces: [{ loc: high.loc, at: 0, size: 2 }] });
    expect(pending!.pieces).toEqual([]);
    expect([all, part].map((l) => program.text(l))).toEqual([
      'Store of 4 bytes at 0x1000 (Release) value 1',
      'Store of 2 bytes at 0x1002 (Release) value 2',
    ]);
    expect(program.initial(all.loc)).toBe(0);
  });

  it('or in one execution, whose runs have shown one of them each', () => {
    const script = new Script()
      .then([begin, load(0, Y), store(1, X), end])
      .then([begin, load(1, Y), store(2, X + 2, { size: 2 }), end]);
    const program = new ProcessProgram(script);
    const root = program.root(0, 0, from());
    const [whole] = program.child(root, 0, from()).segment;
    const [half] = program.child(root, 1, from()).segment;
    expect([program.rivals(whole), program.rivals(half)]).toEqual([[half.loc], [whole.loc]]);
    expect(() => program.mixSizes(whole, half.loc)).toThrow(MixedSizes);
    expect(program.promoted).toEqual([{ address: X, size: 4, mixed: false, cuts: [2] }]);
  });

  it('but different sizes in different runs are different memory', () => {
    const script = new Script()
      .then([begin, load(0, Y), store(1, X), end])
      .then([begin, load(1, Y), store(2, X, { size: 8 }), end]);
    const program = new ProcessProgram(script);
    const root = program.root(0, 0, from());
    expect(kinds(program.child(root, 1, from()))).toBe('Store End');
  });
});
