/** Properties of litmus programs and their operations. */
import type { Litmus, MemoryOrder, OnceBegin, Op, Update } from './litmus';

/** Is there a main besides the threads of the text? Then thread i of the text is thread i + 1 of the program. */
export function hasImplicitMain(litmus: Litmus): boolean {
  return !litmus.threads.some((ops) => ops.some((op) => op.op === 'C'));
}

/** The threads of the text that are cancelled by some thread. */
export function cancelled(litmus: Litmus): ReadonlySet<number> {
  return new Set(litmus.threads.flatMap((ops) => ops.flatMap((op) => (op.op === 'X' ? [op.t] : []))));
}

/** Does the operation access data plainly? */
export function isPlain(op: Op): boolean {
  return (
    op.op === 'PR' ||
    op.op === 'PW' ||
    op.op === 'AL' ||
    op.op === 'FR' ||
    ((op.op === 'LA' || op.op === 'RA' || op.op === 'SA') && op.o === 'plain')
  );
}

/** Are there loops that try to update something? Executions count without attempts of theirs that fail. */
export function makesAttempts({ threads, handlers }: Litmus): boolean {
  const { atexit = [], quick = [], local = [], destructor = [] } = handlers ?? {};
  return [...threads, ...atexit, ...quick, local, destructor].some((ops) =>
    ops.some(({ op }) => op === 'RX' || op === 'UW'),
  );
}

/** Do attempts store? */
export function storesInAttempts({ threads }: Litmus): boolean {
  return threads.some((ops) =>
    ops.some(
      (op) => (op.op === 'RX' && op.touch?.how.endsWith('write') === true) || (op.op === 'UW' && op.y !== undefined),
    ),
  );
}

/** Is it a loop that looks under a mutex, and reads plain data without it? */
function readsBeside(op: Op): boolean {
  return op.op === 'LA' && op.beside !== undefined;
}

/** How a location is accessed decides its type: atomic, plain data, or both, which C writes as a cast. */
export function isUsed({ threads }: Litmus, x: number, plainly: boolean): boolean {
  const uses = (op: Op): boolean =>
    ('x' in op && op.x === x && isPlain(op) === plainly) ||
    (op.op === 'UW' && op.y === x && plainly) ||
    (op.op === 'CA' && op.own?.x === x && !plainly) ||
    (op.op === 'RX' && op.touch?.y === x && op.touch.how.startsWith('plain') === plainly) ||
    (op.op === 'AD' && op.y === x && (op.yo === undefined) === plainly) ||
    (plainly && op.op === 'LA' && op.beside === x);
  return threads.some((ops) => ops.some(uses));
}

/** Is there a loop that reads plain data, also in iterations without progress? */
export function readsDataInIterations({ threads }: Litmus): boolean {
  return threads.some((ops) =>
    ops.some(
      (op) =>
        op.op === 'AD' ||
        (op.op === 'RX' && op.touch?.how === 'plain read') ||
        (isPlain(op) && !['PR', 'PW', 'AL', 'FR'].includes(op.op)) ||
        readsBeside(op),
    ),
  );
}

/** Are there updates whose results the threads do not use? In some programs their order counts all the same. */
export function hasBlindUpdates({ threads }: Litmus): boolean {
  return threads.some((ops) => ops.some((op) => op.op === 'U' && op.blind === true));
}

/**
 * In how many executions does the order of arrivals at barriers, and of updates, count? `none`: of some barrier nobody
 * is told who is last, and no more threads come to it than it waits for; `some`: more do, or some are told, or there
 * are updates whose results are not used.
 */
export function countsOrders(litmus: Litmus): 'all' | 'none' | 'some' {
  const { threads, barriers = [] } = litmus;
  if (hasBlindUpdates(litmus)) return 'some';
  const waits = threads.map((ops) => ops.filter((op) => op.op === 'BW'));
  if (!waits.flat().some(({ untold }) => untold)) return 'all';
  const meets = barriers.every((count, b) => {
    const coming = waits.map((ops) => ops.filter((op) => op.b === b)).filter((ops) => ops.length > 0);
    return coming.length <= count && new Set(coming.flat().map(({ untold }) => untold)).size <= 1;
  });
  return meets ? 'none' : 'some';
}

/** Is there a loop that sleeps on a futex? */
export function sleeps({ threads }: Litmus): boolean {
  return threads.some((ops) => ops.some(({ op }) => op === 'FA'));
}

/**
 * Is there a loop whose iterations other threads may observe, since they try the locks that it takes, or are told that
 * it sleeps?
 */
export function hasObservedIterations({ threads }: Litmus): boolean {
  const all = threads.flat();
  const sleeping = (x: number): number => all.filter((op) => op.op === 'FA' && op.x === x).length;
  if (all.some((op) => op.op === 'FW' && sleeping(op.x) > (op.told ? 0 : op.all ? Infinity : 1))) return true;
  const tries = (op: Op): string[] =>
    op.op === 'T'
      ? [`m${op.m}`]
      : op.op === 'RT' || op.op === 'WT'
        ? [`l${op.l}`]
        : op.op === 'LB'
          ? [`m${op.m}`, `m${op.n}`]
          : op.op === 'LA' && op.how === 'tried'
            ? [`m${op.m}`]
            : op.op === 'ST' || op.op === 'SG'
              ? [`s${op.s}`]
              : [];
  const takes = (op: Op): string[] =>
    op.op === 'LA'
      ? [`m${op.m}`, `m${op.n ?? op.m}`]
      : op.op === 'RA'
        ? [`l${op.l}`]
        : op.op === 'SA'
          ? [`s${op.s}`]
          : op.op === 'LB'
            ? tries(op)
            : [];
  return threads.some((ops, t) =>
    ops.flatMap(takes).some((lock) => threads.some((others, u) => u !== t && others.flatMap(tries).includes(lock))),
  );
}

/** The failure order where none is given: the success order without its release part (C17 7.17.7.4). */
export function failureOrder(u: Pick<Update, 'o' | 'fo'>): MemoryOrder {
  return u.fo ?? (u.o === 'ar' ? 'acq' : u.o === 'rel' ? 'rlx' : u.o);
}

/** Where the routine that begins at `pc` ends. */
export function endOfOnce(ops: readonly Op[], pc: number): number {
  const begin = ops[pc] as OnceBegin;
  return ops.findIndex((op, i) => i > pc && op.op === 'OE' && op.n === begin.n);
}
