/**
 * How many faults an execution may have (--faults max=N): calls of the program that fail, or do less than they could.
 *
 * A prefix of an execution has at most as many faults as the whole. So once a graph has N, calls have none in any
 * execution within the bound that extends it, and an execution within the bound is left out nowhere. Whether two
 * threads may each have a fault depends on how many there are, but their order does not matter: an execution within
 * the bound remains within it when independent events are exchanged. So choices of faults are independent of all
 * events of other threads, and where a reduction tries one thread alone, or one order, it leaves out no class.
 */
import type { ExecutionGraph } from '../../graph/graph';
import type { Label } from '../../program/label';
import { choosesFault, mostFaults } from '../../program/operand';

/** How many values the Choose may return in executions that extend the graph; 0 is one of them. */
export function waysToChoose(graph: ExecutionGraph, l: Label): number {
  return choosesFault(l) && graph.faults >= mostFaults(l) ? 1 : Number(l.value);
}
