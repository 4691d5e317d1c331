/**
 * The `Program` of a litmus program. Location x is location x; mutex m is location `locs` + m. A label's `site` is the
 * index of its operation in the thread's text. With an implicit main (litmus.ts), thread i of the text is thread i + 1.
 */
import { Kind, Order, RmwOp, label, type Label } from '../../src/program/label';
import type { Program } from '../../src/program/program';
import { failureOrder, hasImplicitMain, type Litmus, type MemoryOrder, type Op, type Operand } from './litmus';
import { programOf, starter, type Body } from './program-of';

const orders: Record<MemoryOrder, Order> = {
  rlx: Order.Relaxed, acq: Order.Acquire, rel: Order.Release, ar: Order.AcqRel, sc: Order.SeqCst,
};
const rmwOps = { add: RmwOp.Add, xchg: RmwOp.Xchg, cas: RmwOp.Cas };

export function dataProgram(litmus: Litmus): Program {
  const bodies = litmus.threads.map(ops => body(ops, litmus.locs));
  return programOf(hasImplicitMain(litmus) ? [starter(bodies.length), ...bodies] : bodies);
}

function body(ops: readonly Op[], locs: number): Body {
  return function* () {
    const registers = new Map<string, number>();
    const get = (v: Operand): number => (typeof v === 'number' ? v : (registers.get(v.r) ?? 0) + v.c) >>> 0;
    for (let pc = 0; pc < ops.length; pc++) {
      const op = ops[pc];
      if (op.op === 'IF') {
        if (get({ r: op.r, c: 0 }) !== op.v) pc += op.skip;
        continue;
      }
      const value = yield { ...labelOf(op, locs, get), site: pc };
      if ('r' in op) registers.set(op.r, value);
    }
  };
}

function labelOf(op: Exclude<Op, { op: 'IF' }>, locs: number, get: (v: Operand) => number): Label {
  const size = 4;
  switch (op.op) {
    case 'R': return label(Kind.Load, { loc: op.x, order: orders[op.o], size });
    case 'W': return label(Kind.Store, { loc: op.x, order: orders[op.o], size, value: get(op.v) });
    case 'U': return label(Kind.Rmw, {
      loc: op.x, order: orders[op.o], size, op: rmwOps[op.k], value: get(op.v),
      ...(op.k === 'cas' ? { expected: op.e, failOrder: orders[failureOrder(op)] } : {}),
    });
    case 'F': return label(Kind.Fence, { order: orders[op.o] });
    case 'PR': return label(Kind.PlainRead, { loc: op.x, order: Order.Plain, size });
    case 'PW': return label(Kind.PlainWrite, { loc: op.x, order: Order.Plain, size, value: get(op.v) });
    case 'L': return label(Kind.MutexLock, { loc: locs + op.m });
    case 'T': return label(Kind.MutexTrylock, { loc: locs + op.m });
    case 'UL': return label(Kind.MutexUnlock, { loc: locs + op.m });
    case 'C': return label(Kind.Create, { thread: op.t });
    case 'J': return label(Kind.Join, { thread: op.t });
  }
}
