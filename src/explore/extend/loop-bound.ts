/** Threads that were stopped in a loop: by --unroll (Kind.LoopBound), or since they would go round it for ever. */
import type { ExecutionGraph } from '../../graph/graph';
import { Kind } from '../../program/label';
import { hasMadeAllRounds } from './rounds';

/**
 * Has some thread stopped at the limit of iterations? Then no execution ends here: what the thread would do next is not
 * explored. So it is not known either whether threads that wait for it wait for ever.
 */
export function isAtLoopBound(graph: ExecutionGraph): boolean {
  return graph.threads.some((events, t) => events.at(-1)?.label.kind === Kind.LoopBound || hasMadeAllRounds(graph, t));
}
