/** Threads that --unroll has stopped (Kind.LoopBound). */
import type { ExecutionGraph } from '../../graph/graph';
import { Kind } from '../../program/label';

/**
 * Has some thread stopped at the limit of iterations? Then no execution ends here: what the thread would do next is not
 * explored. So it is not known either whether threads that wait for it wait for ever.
 */
export function isAtLoopBound(graph: ExecutionGraph): boolean {
  return graph.threads.some((events) => events.at(-1)?.label.kind === Kind.LoopBound);
}
