/** The end of a litmus program: exit, handlers, and assertions, which may stand there too. */
import { ErrorKind, Kind, label, Order, RmwOp, type Label, type LocationId } from '../../src/program/label';
import type { AssertOp, ExitOp, Handlers, Litmus, Op } from './litmus';
import { hasImplicitMain } from './litmus-properties';

/** Thrown where a thread has ended the program. */
export class Left extends Error {}

/** What is left to be called, in one thread. */
export class Ending {
  private readonly atexit: (readonly [readonly Op[], string])[];
  private readonly quick: (readonly [readonly Op[], string])[];
  private begun = false;

  constructor(
    litmus: Litmus,
    isMain: boolean,
    private readonly gate: LocationId | undefined,
  ) {
    const { atexit = [], quick = [], destructor = [], local = [] } = litmus.handlers ?? {};
    this.atexit = [
      [destructor, 'destructor'],
      ...atexit.map((ops, h) => [ops, `atexit${h}`] as const),
      ...(isMain ? [[local, 'local'] as const] : []),
    ];
    this.quick = quick.map((ops, h) => [ops, `quick${h}`] as const);
  }

  /**
   * The end of main by pthread_exit: its own destructor, then, after all other threads, the handlers. `createdBy`: the
   * threads that each creates.
   */
  *last(
    createdBy: (thread: number) => readonly number[],
    handle: (ops: readonly Op[], where: string) => Generator<Label, void, number>,
  ): Generator<Label, never, number> {
    yield* handle(...this.atexit.pop()!);
    yield label(Kind.End, { op: 1 });
    const waited = [...createdBy(0)];
    for (const thread of waited) {
      const created = createdBy(thread);
      if ((yield label(Kind.Join, { thread, op: 1 })) !== created.length)
        throw new Error('a thread has ended before it created all that it creates');
      waited.push(...created);
    }
    return yield* this.leave({ how: 'exit', code: 0 }, -1, handle);
  }

  /** The events of the call; `handle`: those of a handler. Throws Left in the end. */
  *leave(
    { how, code }: Omit<ExitOp, 'op'>,
    site: number,
    handle: (ops: readonly Op[], where: string) => Generator<Label, void, number>,
  ): Generator<Label, never, number> {
    if (how !== '_exit' && !this.begun) {
      if (
        this.gate !== undefined &&
        (yield label(Kind.Rmw, { loc: this.gate, size: 4, order: Order.Relaxed, op: RmwOp.Xchg, value: 1, site })) !== 0
      ) {
        yield label(Kind.Exit, { value: code, op: 1, site });
        throw new Left();
      }
      this.begun = true;
    }
    yield label(Kind.Exit, { value: code, site });
    const left = how === 'exit' ? this.atexit : how === 'quick_exit' ? this.quick : [];
    for (let next = left.pop(); next !== undefined; next = left.pop()) yield* handle(...next);
    throw new Left();
  }
}

/** A name for the assertion that is the same in all forms of the program. */
export function assertionName(where: string, pc: number): string {
  return `${where}.${pc}`;
}

export function failure(where: string, pc: number): Label {
  return label(Kind.Error, { op: ErrorKind.Assertion, text: assertionName(where, pc) });
}

/** Threads of the program (not of the text) that may call exit or quick_exit, main's return included. */
export function exitingThreads(litmus: Litmus): number[] {
  if (!litmus.handlers) return [];
  const first = hasImplicitMain(litmus) ? 1 : 0;
  const calls = litmus.threads.flatMap((ops, t) =>
    ops.some((op) => op.op === 'E' && op.how !== '_exit') ? [t + first] : [],
  );
  return [...new Set([0, ...calls])];
}

/** Threads of the program in which assertions may fail. */
export function assertingThreads(litmus: Litmus): number[] {
  const asserts = (ops: readonly Op[]): boolean => ops.some((op): op is AssertOp => op.op === 'AS');
  const first = hasImplicitMain(litmus) ? 1 : 0;
  const { atexit, quick, local, destructor }: Handlers = litmus.handlers ?? {
    atexit: [],
    quick: [],
    local: [],
    destructor: [],
  };
  const handlers = [...atexit, ...quick, local, destructor].some(asserts) ? exitingThreads(litmus) : [];
  return [...new Set([...litmus.threads.flatMap((ops, t) => (asserts(ops) ? [t + first] : [])), ...handlers])];
}
