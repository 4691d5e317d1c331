/**
 * Speculations: what a search assumed to be impossible because the history trees did not show it. While one worker
 * explores, the order of its branches guarantees that the trees show what matters (wait-for.ts). No order does where
 * several workers explore branches at the same time, or where failed attempts are left out. Such searches record what
 * they relied on, and it is checked again at the end with the trees of all workers. Trees only grow: what they show
 * stays true.
 */
import type { HistoryNode, Program } from '../../program/program';
import { BitSet } from '../common/bit-set';
import { iterationsThrough } from './spin-loops';

/**
 * A speculation: a thread at the node will not write the location, or will not try to lock it; or the number of
 * iterations of loops that continue from the node, or of its children, is final.
 */
export type Speculation = readonly [
  what: 'locs' | 'tries' | 'iterations' | 'children',
  node: number,
  locOrNumber: number,
];

/** The queries on the trees about the future of a node. */
interface WhatTreesShow {
  mayWrite(node: HistoryNode, loc: number): boolean;
  mayTry(node: HistoryNode, loc: number): boolean;
}

export class Speculations {
  /**
   * The queries of the present decisions that were answered with no: each with its node's number and the location or
   * number.
   */
  private readonly asked: Speculation[0][] = [];
  private readonly nodes: number[] = [];
  private readonly numbers: number[] = [];
  private count = 0;
  /** How many decisions are under way, each as a part of the one before. */
  private depth = 0;
  /** By number of the node: locations. */
  private readonly locs: BitSet[] = [];
  private readonly tries: BitSet[] = [];
  /**
   * By number of the node: the least number that was relied on. If there are more in the end, the speculation has
   * failed.
   */
  private readonly iterations: number[] = [];
  private readonly children: number[] = [];

  /** Is a decision under way? */
  get active(): boolean {
    return this.depth > 0;
  }

  /** A decision begins. Returns what `end` needs. */
  begin(): number {
    if (this.depth++ === 0) this.count = 0;
    return this.count;
  }

  /** Records a query of the present decision to which the trees do not say yes. */
  add(what: Speculation[0], node: HistoryNode, locOrNumber: number): void {
    const i = this.count++;
    this.asked[i] = what;
    this.nodes[i] = node.id;
    this.numbers[i] = locOrNumber;
  }

  /** The decision that has begun there ends. `relies`: did it leave out a branch because of the answers since? */
  end(from: number, relies: boolean): void {
    this.depth--;
    if (relies) for (let i = from; i < this.count; i++) this.rely(this.asked[i], this.nodes[i], this.numbers[i]);
  }

  /**
   * Records that the search relies on this; `node` is its number. Of several numbers of iterations or children the
   * least counts.
   */
  rely(what: Speculation[0], node: number, locOrNumber: number): void {
    switch (what) {
      case 'locs':
        return (this.locs[node] ??= new BitSet()).add(locOrNumber);
      case 'tries':
        return (this.tries[node] ??= new BitSet()).add(locOrNumber);
      case 'iterations':
        return least(this.iterations, node, locOrNumber);
      case 'children':
        return least(this.children, node, locOrNumber);
    }
  }

  get all(): readonly Speculation[] {
    const all: Speculation[] = [];
    this.locs.forEach((bits, node) => {
      for (const loc of bits) all.push(['locs', node, loc]);
    });
    this.tries.forEach((bits, node) => {
      for (const loc of bits) all.push(['tries', node, loc]);
    });
    this.iterations.forEach((n, node) => all.push(['iterations', node, n]));
    this.children.forEach((n, node) => all.push(['children', node, n]));
    return all;
  }

  /** Do all speculations still hold? */
  hold(program: Program, future: WhatTreesShow): boolean {
    const holds = ([what, id, n]: Speculation): boolean => {
      const node = program.nodes[id];
      switch (what) {
        case 'locs':
          return !future.mayWrite(node, n);
        case 'tries':
          return !future.mayTry(node, n);
        case 'iterations':
          return iterationsFrom(node, program) === n;
        case 'children':
          return node.children.size === n;
      }
    };
    return this.all.every(holds);
  }
}

function least(numbers: number[], at: number, n: number): void {
  const known = numbers[at];
  if (known === undefined || n < known) numbers[at] = n;
}

/**
 * The answer to a question that depends on the trees. If it equals `leavesOut`, a branch is left out, and the queries
 * are recorded as speculations.
 */
export function relying<T>(speculations: Speculations | undefined, question: () => T, leavesOut: T): T {
  if (speculations === undefined) return question();
  const from = speculations.begin();
  let relies = false;
  try {
    const answer = question();
    relies = answer === leavesOut;
    return answer;
  } finally {
    speculations.end(from, relies);
  }
}

/** How many iterations are known to continue from the node, besides those that fail spuriously. */
export function iterationsFrom(node: HistoryNode, { nodes }: Program): number {
  let iterations = 0;
  const values = new Set([...node.children.values()].map(({ value }) => value));
  for (const value of values)
    iterations += iterationsThrough(node, value, nodes).filter(({ mayLast }) => mayLast).length;
  return iterations;
}
