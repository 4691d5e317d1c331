/**
 * Threads that have stopped at a bound: unroll, or the most threads of a run (Kind.LoopBound), or since they would go
 * round a loop for ever.
 */
import type { ExecutionGraph } from '../../graph/graph';
import { Kind } from '../../program/label';
import { hasMadeAllRounds } from './rounds';

/** Has some thread stopped at --tune unroll, or at the most threads of a run? */
export function hasStopped(graph: ExecutionGraph): boolean {
  return graph.threads.some((events) => events.at(-1)?.label.kind === Kind.LoopBound);
}

/**
 * Has some thread stopped at a bound? Then no execution ends here: what the thread would do next is not
 * explored. So it is not known either whether threads that wait for it wait for ever.
 */
export function isAtLoopBound(graph: ExecutionGraph): boolean {
  return hasStopped(graph) || graph.threads.some((_, t) => hasMadeAllRounds(graph, t));
}
