/**
 * RC11 (Lahav et al., Repairing sequential consistency in C/C++11, PLDI 2017): coherence, atomicity, psc, and no cycle
 * in po ∪ rf, which appending never closes. `c20` differs in the release sequence only (C++20 [intro.races]).
 */
import { type Append, ExecutionGraph, readOrder } from '../graph/graph';
import { isWrite, type GraphEvent } from '../graph/event';
import { Order, type LocationId, type Value } from '../program/label';
import { forceCoherence } from './coherent';
import { countOrders, linearExtensions } from './linear-extensions';
import type { Model } from './model';
import { coOf, forcedCo, pscAcyclic } from './psc';

export class Rc11 implements Model {
  readonly exact = true;

  constructor(readonly name: 'rc11' | 'c20') {}

  graph(initial: (loc: LocationId) => Value): ExecutionGraph {
    return new ExecutionGraph(initial, this.name === 'rc11' ? 'c11' : 'c20');
  }

  append(graph: ExecutionGraph, a: Append): GraphEvent | null {
    const writes = a.written !== undefined || a.object !== undefined;
    // Atomicity: only the last of a chain can be read by an rmw.
    if (writes && a.source !== null && !graph.location(a.label.loc).coherence.isLast(a.source)) return null;
    const mark = graph.mark();
    const e = graph.append(a);
    if (forceCoherence(graph, e) && this.seqCstConsistent(graph, e)) return e;
    graph.undo(mark);
    return null;
  }

  latest(graph: ExecutionGraph, loc: LocationId): GraphEvent {
    return graph.location(loc).coherence.latest();
  }

  mayEndWith(graph: ExecutionGraph, final: ReadonlyMap<LocationId, Value>): boolean {
    const wanted = [...final];
    const choose = (i: number): boolean => {
      if (i === wanted.length) return graph.seqCst.length < 2 || this.search(graph);
      const [loc, value] = wanted[i];
      const { coherence } = graph.location(loc);
      return coherence.chains.some((chain, last) => {
        if (chain.members.at(-1)!.written !== value) return false;
        const mark = coherence.mark();
        const possible = coherence.chains.every((_, c) => c === last || coherence.forceChains(c, last)) && choose(i + 1);
        coherence.undo(mark);
        return possible;
      });
    };
    return choose(0);
  }

  coherenceOrders(graph: ExecutionGraph): number {
    if (graph.seqCst.length >= 2) return countOrders(graph, (co) => pscAcyclic(graph, co));
    // Without seq_cst the locations are independent.
    return [...graph.locations.values()].reduce((product, loc) => {
      let n = 0;
      linearExtensions(loc.coherence, () => { n++; });
      return product * n;
    }, 1);
  }

  /** Is there a coherence order under which psc is acyclic? */
  private seqCstConsistent(graph: ExecutionGraph, e: GraphEvent): boolean {
    if (graph.seqCst.length < 2 || !this.concernsSeqCst(graph, e)) return true;
    return this.search(graph);
  }

  /**
   * An event that is not seq_cst, with no seq_cst fence happening before it, begins no path of psc, and as the last
   * of its thread it ends none; it can only bring constraints on co between others.
   */
  private concernsSeqCst(graph: ExecutionGraph, e: GraphEvent): boolean {
    if (e.loc < 0 && readOrder(e.label, false) !== Order.SeqCst) return false;
    if (readOrder(e.label, isWrite(e)) === Order.SeqCst) return true;
    if (graph.seqCstFences > 0) return true;
    return e.loc >= 0 && graph.location(e.loc).coherence.mark() > e.trail;
  }

  private search(graph: ExecutionGraph): boolean {
    if (pscAcyclic(graph, coOf((loc) => graph.location(loc).coherence.linear()))) return true;
    if (!pscAcyclic(graph, forcedCo(graph))) return false;
    // Decide one open pair of chains, first one way, then the other.
    for (const { coherence } of graph.locations.values()) {
      const pair = coherence.openPair();
      if (pair === undefined) continue;
      for (const [a, b] of [pair, [pair[1], pair[0]]]) {
        const mark = coherence.mark();
        coherence.forceChains(a, b);
        const found = this.search(graph);
        coherence.undo(mark);
        if (found) return true;
      }
      return false;
    }
    return false;
  }
}
