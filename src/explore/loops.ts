/** What waiting loops (spinning.ts) mean for the search: turns that are left out, and threads that may go round for ever. */
import type { ExecutionGraph } from '../graph/graph';
import { isChosen, isObjectKind, looksOnly } from '../object';
import type { HistoryNode, Program } from '../program/program';
import type { Future } from './future';
import type { Pending } from './growth';
import { isInVain, type GraphTurn } from './seen-turns';
import { placeIn, turnEndingAt, turnsThrough } from './spinning';

export class Loops {
  /** `walks`: does chance decide what is done? */
  constructor(private readonly program: Program, private readonly future: Future, readonly walks: boolean) {}

  /** Has the thread, by the pending event p, come to the node by a turn that nobody can tell from one turn less? `all`: what is pending now. */
  inVain(graph: ExecutionGraph, all: readonly Pending[], p: Pending, node: HistoryNode): boolean {
    const turn = turnEndingAt(node);
    if (turn === undefined || turn.locks.size === 0) return turn !== undefined;
    // A thread that chance chose to hold a lock goes on: there is no branch in which it waits without.
    if (this.walks && placeIn(turn, p.node).holds) return false;
    return isInVain(graph, turn, (t) => this.mayBeSeen(all, t));
  }

  /** May another thread still try a lock that the turn takes? */
  private mayBeSeen(all: readonly Pending[], { thread, turn }: GraphTurn): boolean {
    return all.some((q) => q.thread !== thread && [...turn.locks].some((loc) => this.future.mayTry(q.node, loc)));
  }

  /**
   * Is one of the results known to belong to a turn? Then the thread may go round for ever though another result is there as well. Of a lock
   * there is one result at a time: if it makes progress now, it does so as long as nobody else takes the lock, unless what follows in the turn may
   * choose, or the turn may be seen.
   */
  maySpin({ label: { kind, loc }, node }: Pending): boolean {
    const lock = isObjectKind(kind) && !looksOnly(kind) && !isChosen(kind);
    for (const value of node.children.keys()) {
      for (const turn of turnsThrough(node, value, this.program.nodes.length))
        if (!lock || !turn.plain || this.future.known.some((root) => this.future.mayTry(root, loc))) return true;
    }
    return false;
  }
}
