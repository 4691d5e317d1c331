/**
 * Which registers are live: those whose values may still make a difference. The value of an instruction that only
 * computes is needed only where its result is ("strong" liveness: Nielson, Nielson, Hankin, Principles of Program
 * Analysis, 2.1.4, and exercise 2.4), so a counter that nobody looks at is dead. Instructions whose results are dead
 * become moves of nothing, so that what they might have shown, as an overflow, is no part of the execution.
 */
import type { Instruction, Register } from './code';

export interface Liveness {
  readonly before: readonly (readonly Register[])[];
  readonly after: readonly (readonly Register[])[];
}

/** The registers that the instruction writes, and reads. */
export function effectsOf(i: Instruction): { writes: readonly Register[]; reads: readonly Register[] } {
  const some = (...all: (Register | undefined)[]): Register[] => all.filter((r) => r !== undefined);
  switch (i.o) {
    case 'constant':
    case 'local':
      return { writes: [i.d], reads: [] };
    case 'move':
    case 'convert':
    case 'unary':
    case 'choose':
      return { writes: [i.d], reads: [i.s] };
    case 'binary':
    case 'offset':
      return { writes: [i.d], reads: [i.a, i.b] };
    case 'element':
      return { writes: [i.d], reads: [i.index, ...Array.from({ length: i.length }, (_, n) => i.base + n)] };
    case 'setElement':
      return { writes: [], reads: [i.index, i.s] };
    case 'branch':
    case 'observe':
    case 'exit':
      return { writes: [], reads: [i.s] };
    case 'call':
      return { writes: [i.d], reads: i.args };
    case 'return':
      return { writes: [], reads: some(i.s) };
    case 'access':
      return { writes: some(i.d), reads: some(i.address, i.value) };
    case 'update':
      return { writes: some(i.d, i.success), reads: some(i.address, i.value, i.expected) };
    case 'object':
      return { writes: [i.d], reads: [i.address] };
    case 'create':
      return { writes: [i.d], reads: [i.argument] };
    case 'join':
      return { writes: [i.d], reads: [i.id] };
    case 'jump':
    case 'fence':
    case 'assume':
    case 'fail':
      return { writes: [], reads: [] };
  }
}

/** Does the instruction nothing but to compute its result? One that may fail for every type of operands is not so. */
function isPure(i: Instruction): boolean {
  if (i.o === 'binary') return i.sign !== '/' && i.sign !== '%';
  return ['constant', 'move', 'convert', 'unary', 'offset', 'local'].includes(i.o);
}

function nextOf(code: readonly Instruction[], at: number): readonly number[] {
  const i = code[at];
  switch (i.o) {
    case 'jump':
      return [i.to];
    case 'branch':
      return [i.to, at + 1];
    case 'return':
    case 'exit':
    case 'assume':
    case 'fail':
      return [];
    default:
      return [at + 1];
  }
}

/** The live registers before and after each instruction, in order. */
export function livenessOf(code: readonly Instruction[]): Liveness {
  const before = code.map(() => new Set<Register>());
  const afterAt = (at: number): Set<Register> => {
    const all = new Set<Register>();
    for (const next of nextOf(code, at)) for (const r of before[next] ?? []) all.add(r);
    return all;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (let at = code.length - 1; at >= 0; at--) {
      const live = afterAt(at);
      const { writes, reads } = effectsOf(code[at]);
      const isDead = isPure(code[at]) && !writes.some((r) => live.has(r));
      for (const r of writes) live.delete(r);
      if (!isDead) for (const r of reads) live.add(r);
      if (live.size !== before[at].size) {
        before[at] = live;
        changed = true;
      }
    }
  }
  const inOrder = (all: ReadonlySet<Register>): Register[] => [...all].sort((a, b) => a - b);
  return { before: before.map(inOrder), after: code.map((_, at) => inOrder(afterAt(at))) };
}

/** The code in which instructions whose results are dead do nothing. */
export function withoutDead(code: readonly Instruction[], { after }: Liveness): Instruction[] {
  return code.map((i, at) => {
    const isDead = isPure(i) && !effectsOf(i).writes.some((r) => after[at].includes(r));
    return isDead ? { o: 'jump', to: at + 1 } : i;
  });
}
