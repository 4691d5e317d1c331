/** Expressions of inputs that atomic objects hold. */
import type { RunResult } from '../channel/result';
import { Symbolic } from '../channel/symbolic';

/** Has an atomic object an expression of inputs in the run? */
export function holdsInputs(run: RunResult): boolean {
  for (let i = 0; i < run.symbolics; i++) if (run.symbolic(i).op === Symbolic.Held) return true;
  return false;
}
