/** The atomic operations that litmus tests may call (C11 7.17.7). */

/** What an argument is: the address of the object, a value, or the address of the expected value. */
type Argument = 'object' | 'value' | 'expected';

export interface AtomicCall {
  readonly arguments: readonly Argument[];
  /** The memory orders that each of its order arguments may have. */
  readonly orders: readonly (readonly string[])[];
  readonly returns: 'nothing' | 'value' | 'success';
  /** Does it compute with the value of the object, so that this must be an integer? */
  readonly computes?: boolean;
}

const loads = ['relaxed', 'acquire', 'seq_cst'];
const stores = ['relaxed', 'release', 'seq_cst'];
/** All memory orders but consume, without the beginning of their names. */
export const memoryOrders = ['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'];

const compareExchange: AtomicCall = {
  arguments: ['object', 'expected', 'value'],
  orders: [memoryOrders, loads],
  returns: 'success',
};

/** By name without `_explicit`. */
export const atomicCalls: Readonly<Record<string, AtomicCall>> = {
  atomic_load: { arguments: ['object'], orders: [loads], returns: 'value' },
  atomic_store: { arguments: ['object', 'value'], orders: [stores], returns: 'nothing' },
  atomic_exchange: { arguments: ['object', 'value'], orders: [memoryOrders], returns: 'value' },
  ...Object.fromEntries(
    ['add', 'sub', 'or', 'xor', 'and'].map((op): [string, AtomicCall] => [
      `atomic_fetch_${op}`,
      { arguments: ['object', 'value'], orders: [memoryOrders], returns: 'value', computes: true },
    ]),
  ),
  atomic_compare_exchange_strong: compareExchange,
  atomic_compare_exchange_weak: compareExchange,
};

/** Names of other ways to access memory, which herd7 knows. */
const foreign = /^((READ|WRITE|ACCESS)_ONCE|(smp|s?rcu|spin)_\w+|(cmp)?xchg\w*|atomic_(read|set|t)|__\w+)$/;

/** Why a function is not called. */
export function whyNoCall(name: string): string {
  if (foreign.test(name)) return `${name}, which is not of C11, is not supported`;
  return `the function '${name}' is not supported`;
}
