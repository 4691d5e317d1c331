/**
 * Coherence (RC11: irreflexive(hb; eco?), Lahav et al., PLDI 2017, 3.1) as constraints on the order of a location's
 * writes: a write that happens before a read or write, or that was read by an event that happens before it, comes
 * earlier in co.
 */
import { entry } from '../graph/clock';
import { accesses, isWrite, type GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';

/**
 * Adds the constraints of the event that was just appended. Returns false if no coherence order remains; the caller
 * then undoes the event.
 */
export function forceCoherence(graph: ExecutionGraph, e: GraphEvent): boolean {
  if (!accesses(e)) return true;
  const loc = graph.location(e.loc);
  // For an rmw the write that it reads from is in its own chain, so one target serves for both parts.
  const target = e.source ?? e;
  for (let t = 0; t < loc.accesses.length; t++) {
    const earlierOnes = loc.accesses[t];
    if (earlierOnes === undefined) continue;
    const seen = t === e.thread ? e.index : entry(e.clocks.before, t);
    let i = earlierOnes.length - 1;
    while (i >= 0 && earlierOnes[i].index >= seen) i--;
    if (i < 0) continue;
    const earlier = isWrite(earlierOnes[i]) ? earlierOnes[i] : earlierOnes[i].source!;
    if (earlier !== target && !loc.coherence.force(earlier, target)) return false;
  }
  return true;
}
