/**
 * What memory orders cost on a processor. The figures only rank: they grow with every step, so that a cheapest
 * assignment of orders has no step that nothing needs, and a barrier weighs more than all steps that cost no
 * instruction.
 */
import { Order } from '../program/label';
import type { OperationClass } from './strength';

export const targets = ['arm64', 'x86'] as const;
export type Processor = (typeof targets)[number];

/** By class: the costs of relaxed, acquire, release, acq_rel, seq_cst. */
type Costs = Readonly<Record<OperationClass, readonly [number, number, number, number, number]>>;

/** The places of orders in the rows of Costs. */
const columns: Readonly<Partial<Record<Order, number>>> = {
  [Order.Relaxed]: 0,
  [Order.Consume]: 1,
  [Order.Acquire]: 1,
  [Order.Release]: 2,
  [Order.AcqRel]: 3,
  [Order.SeqCst]: 4,
};

const costs: Readonly<Record<Processor, Costs>> = {
  // ldapr or ldar, stlr; atomics with a, l, al; dmb ishld, dmb ish.
  arm64: {
    load: [0, 20, 20, 20, 30],
    failure: [0, 10, 10, 10, 11],
    store: [0, 20, 20, 20, 30],
    rmw: [0, 10, 10, 15, 16],
    fence: [0, 40, 60, 61, 62],
  },
  // Only sequential stores (xchg) and fences (mfence) differ from relaxed ones.
  x86: {
    load: [0, 1, 1, 1, 2],
    failure: [0, 1, 1, 1, 2],
    store: [0, 1, 1, 1, 100],
    rmw: [0, 1, 1, 2, 3],
    fence: [0, 1, 1, 2, 100],
  },
};

/** The cost of an operation with the order on the processor, relative to a relaxed one. */
export function costOf(target: Processor, operation: OperationClass, order: Order): number {
  return costs[target][operation][columns[order] ?? 0];
}

/** The sum for all sites, given their classes and their orders. */
export function totalCost(target: Processor, classes: readonly OperationClass[], orders: readonly Order[]): number {
  return orders.reduce<number>((sum, order, site) => sum + costOf(target, classes[site], order), 0);
}

/** The instructions that relaxed operations do without, by class: of acquire, release, acq_rel, seq_cst. */
const instructions: Readonly<Record<Processor, Readonly<Partial<Record<OperationClass, readonly string[]>>>>> = {
  arm64: {
    load: ['ldapr', '', '', 'ldar'],
    store: ['', 'stlr', '', 'stlr'],
    rmw: ['acquiring rmw', 'releasing rmw', 'acquiring and releasing rmw', 'acquiring and releasing rmw'],
    fence: ['dmb ishld', 'dmb ish', 'dmb ish', 'dmb ish'],
  },
  x86: {
    store: ['', '', '', 'xchg'],
    fence: ['', '', '', 'mfence'],
  },
};

/** The instruction by which the processor performs such an operation; empty: the one of a relaxed operation. */
export function instructionOf(target: Processor, operation: OperationClass, order: Order): string {
  const column = columns[order] ?? 0;
  return column === 0 ? '' : (instructions[target][operation]?.[column - 1] ?? '');
}
