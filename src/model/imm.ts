/**
 * RC11 with load buffering: a load may read from a store that comes after it in po ∪ rf, unless the order of the
 * processor forbids that. The axiom of RC11 that po ∪ rf is acyclic (Lahav et al., Repairing sequential consistency in
 * C/C++11, PLDI 2017) is replaced by that of IMM, the model between C11 and processors: ar is acyclic (Podkopaev,
 * Lahav, Vafeiadis, Bridging the gap between programming languages and hardware weak memory models, POPL 2019, 3.3).
 * All other axioms are those of RC11, so every execution of rc11 is one of imm.
 *
 * ar is made of rf between threads and of the order that a thread keeps:
 *
 * - from a load that acquires, and from the load of an rmw, to all that follows; to a store that releases from all that
 *   precedes; across each fence (bob);
 * - from a store that releases to later stores of its location;
 * - from a load to what depends on it, through registers, memory of the thread, and stores that it reads itself (ppo).
 *
 * Where this model differs from IMM, it allows more, so nothing that a processor does is forbidden:
 *
 * - psc and detour are no part of ar; psc is acyclic by itself, as in RC11.
 * - A dependency is one by meaning, not by syntax: an event depends on loads if it differs, or is missing, where these
 *   return something else: a value that their location holds in some execution, or one more
 *   (explore/histories/thread-lanes.ts). Compilers keep no others.
 *
 * The axiom is not checked here: only the exploration makes executions with cycles, and none but these
 * (explore/strategy/open-read-search.ts).
 */
import type { GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import { C11HappensBefore } from './c11-happens-before';
import { C11Model } from './c11-model';
import { forceCoherence } from './coherent';
import { scOfSeqCst } from './sequential-consistency';

export class Imm extends C11Model {
  constructor() {
    super('imm', new C11HappensBefore('c11'), scOfSeqCst);
  }

  bind(graph: ExecutionGraph, read: GraphEvent, source: GraphEvent): boolean {
    const mark = graph.mark();
    const { coherence } = graph.location(read.loc);
    const { order } = coherence;
    graph.bind(read, source);
    if (
      forceCoherence(graph, read) &&
      precedesNext(graph, read) &&
      (!this.couplesLocations(graph) || this.keepsOrder(graph, read, [order]))
    )
      return true;
    coherence.order = order;
    graph.undo(mark);
    return false;
  }
}

/**
 * Adds the constraint between a read that was just bound and the next access of its thread to the location. False if no
 * coherence order remains. No event of another thread happens after the read.
 */
function precedesNext(graph: ExecutionGraph, read: GraphEvent): boolean {
  const { accesses, coherence } = graph.location(read.loc);
  const next = accesses[read.thread].find((e) => e.index > read.index);
  if (next === undefined) return true;
  const target = next.source ?? next;
  return target === read.source || coherence.force(read.source!, target);
}
