/**
 * What a search took for impossible because the history trees did not show it. While one worker explores, the order of its branches makes sure that
 * the trees show what matters (prospects.ts). Where several explore branches at the same time no order does, so they write down what they
 * relied on, and at the end it is looked at again, when the trees of all are one. Trees only grow: what they show stays true.
 */
import type { HistoryNode, Program } from '../program/program';
import type { Future } from './future';
import { turnsThrough } from './spinning';

/** That a thread which stands at the node will not write the location, or not try to lock it; or how many turns of loops go on from the node, or children it has. */
export type Assumption = readonly [what: 'locs' | 'tries' | 'turns' | 'children', node: number, locOrNumber: number];

export class Assumptions {
  private asked: Assumption[] = [];
  private readonly relied = new Map<string, Assumption>();

  /** A decision begins. */
  begin(): void {
    this.asked.length = 0;
  }

  /** The trees do not show it. */
  add(what: Assumption[0], node: HistoryNode, locOrNumber: number): void {
    this.asked.push([what, node.id, locOrNumber]);
  }

  /** The decision ends; `relies`: did it leave something out? */
  end(relies: boolean): void {
    if (relies) for (const a of this.asked) this.rely(a);
    this.asked.length = 0;
  }

  rely(a: Assumption): void {
    const key = a.join(' ');
    if (!this.relied.has(key)) this.relied.set(key, a);
  }

  get all(): readonly Assumption[] {
    return [...this.relied.values()];
  }

  /** Is all of it still so? */
  hold(program: Program, future: Future): boolean {
    const holds = ([what, id, n]: Assumption): boolean => {
      const node = program.nodes[id];
      switch (what) {
        case 'locs': return !future.mayWrite(node, n);
        case 'tries': return !future.mayTry(node, n);
        case 'turns': return turnsFrom(node, program) === n;
        case 'children': return node.children.size === n;
      }
    };
    return this.all.every(holds);
  }
}

/** The answer to a question that is about the trees too; where it is `leavesOut`, something is left out because of it. */
export function relying<T>(assumptions: Assumptions | undefined, question: () => T, leavesOut: T): T {
  if (assumptions === undefined) return question();
  assumptions.begin();
  const answer = question();
  assumptions.end(answer === leavesOut);
  return answer;
}

/** How many turns are known to go on from the node. */
export function turnsFrom(node: HistoryNode, { nodes }: Program): number {
  let turns = 0;
  for (const value of node.children.keys()) turns += turnsThrough(node, value, nodes.length).length;
  return turns;
}
