/** A litmus program as C11 source with pthreads, in the manner of the corpus's programs: for tests of compiled code. */
import { failureOrder, hasImplicitMain, type Litmus, type MemoryOrder, type Op, type Operand } from './litmus';

const orders: Record<MemoryOrder, string> = {
  rlx: 'memory_order_relaxed', acq: 'memory_order_acquire', rel: 'memory_order_release', ar: 'memory_order_acq_rel', sc: 'memory_order_seq_cst',
};

/** Threads must be joined by the thread that creates them, if at all. */
export function cForm(litmus: Litmus): string {
  const implicit = hasImplicitMain(litmus);
  const created = litmus.threads.map((_, t) => t).filter(t => implicit || t > 0);
  return [
    '#include <pthread.h>', '#include <stdatomic.h>', '#include <stddef.h>', '',
    ...declarations(litmus), '',
    ...created.map(t => `static void *thread${t}(void *unused);`), '',
    ...created.flatMap(t => [
      `static void *thread${t}(void *unused)`, '{', '\t(void)unused;', ...body(litmus, litmus.threads[t]), '\treturn NULL;', '}', '',
    ]),
    'int main(void)', '{', ...body(litmus, implicit ? starter(litmus) : litmus.threads[0]), '\treturn 0;', '}', '',
  ].join('\n');
}

function starter({ threads }: Litmus): Op[] {
  return [...threads.map((_, t): Op => ({ op: 'C', t })), ...threads.map((_, t): Op => ({ op: 'J', t }))];
}

/** How a location is accessed decides its type: atomic, plain data, or both, which C writes as a cast. */
function isUsed(litmus: Litmus, x: number, plainly: boolean): boolean {
  return litmus.threads.some(ops => ops.some(op => 'x' in op && op.x === x && (op.op === 'PR' || op.op === 'PW') === plainly));
}

function declarations(litmus: Litmus): string[] {
  const lines: string[] = [];
  for (let x = 0; x < litmus.locs; x++) {
    // Volatile: one access in the machine code for each in the text; compilers would merge or drop plain ones.
    lines.push(isUsed(litmus, x, true) ? `volatile int x${x};` : `atomic_int x${x};`);
  }
  for (let m = 0; m < (litmus.mutexes ?? 0); m++) lines.push(`pthread_mutex_t m${m} = PTHREAD_MUTEX_INITIALIZER;`);
  return lines;
}

function body(litmus: Litmus, ops: readonly Op[]): string[] {
  const registers = [...new Set(ops.flatMap(op => [
    ...('r' in op ? [op.r] : []),
    ...('v' in op && typeof op.v === 'object' ? [op.v.r] : []),
  ]))];
  const handles = ops.flatMap(op => (op.op === 'C' ? [`t${op.t}`] : []));
  const lines: string[] = [];
  if (registers.length > 0) lines.push(`\tint ${registers.map(r => `${r} = 0`).join(', ')};`);
  if (handles.length > 0) lines.push(`\tpthread_t ${handles.join(', ')};`);

  const ends: number[] = []; // where the bodies of the open ifs end
  const indent = (): string => '\t'.repeat(1 + ends.length);
  ops.forEach((op, pc) => {
    if (op.op === 'IF') {
      lines.push(`${indent()}if (${op.r} == ${op.v}) {`);
      ends.push(pc + 1 + op.skip);
    } else {
      lines.push(indent() + statement(litmus, op));
    }
    while (ends.length > 0 && ends.at(-1)! <= pc + 1) {
      ends.pop();
      lines.push(`${indent()}}`);
    }
  });
  return [...lines, ...registers.map(r => `\t(void)${r};`)];
}

function statement(litmus: Litmus, op: Exclude<Op, { op: 'IF' }>): string {
  const atomic = (x: number): string => (isUsed(litmus, x, true) ? `(volatile atomic_int *)&x${x}` : `&x${x}`);
  switch (op.op) {
    case 'R': return `${op.r} = atomic_load_explicit(${atomic(op.x)}, ${orders[op.o]});`;
    case 'W': return `atomic_store_explicit(${atomic(op.x)}, ${operand(op.v)}, ${orders[op.o]});`;
    case 'U':
      if (op.k === 'cas') {
        return `${op.r} = ${op.e}; atomic_compare_exchange_strong_explicit(${atomic(op.x)}, &${op.r}, ${operand(op.v)}, `
          + `${orders[op.o]}, ${orders[failureOrder(op)]});`;
      }
      return `${op.r} = atomic_${op.k === 'add' ? 'fetch_add' : 'exchange'}_explicit(${atomic(op.x)}, ${operand(op.v)}, ${orders[op.o]});`;
    case 'F': return `atomic_thread_fence(${orders[op.o]});`;
    case 'PR': return `${op.r} = x${op.x};`;
    case 'PW': return `x${op.x} = ${operand(op.v)};`;
    case 'L': return `pthread_mutex_lock(&m${op.m});`;
    case 'T': return `${op.r} = pthread_mutex_trylock(&m${op.m});`;
    case 'UL': return `pthread_mutex_unlock(&m${op.m});`;
    case 'C': return `pthread_create(&t${op.t}, NULL, thread${op.t}, NULL);`;
    case 'J': return `pthread_join(t${op.t}, NULL);`;
  }
}

function operand(v: Operand): string {
  return typeof v === 'number' ? `${v}` : `${v.r} + ${v.c}`;
}
