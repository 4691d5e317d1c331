/** Is there an execution of given histories? What answers that depends on what the model keeps as its witness. */
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import type { LastValues } from '../histories/spin-loops';
import { regraph } from './rf-search';
import type { Target } from './target';
import { interleave } from './vsc-search';

/**
 * A consistent graph of the target; null when there is none. `like`: a graph whose locations have the same initial
 * values. With `final`, memory may hold these values at its end. NP-complete in general (Gibbons and Korach, Testing
 * shared memories, 1997).
 */
export function realise(model: Model, like: ExecutionGraph, target: Target, final?: LastValues): ExecutionGraph | null {
  return model.exact ? regraph(model, like, target, final) : interleave(model, like, target, final);
}
