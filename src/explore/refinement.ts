/**
 * When plain data is synchronised, which write a synchronising read reads from decides what races and what is visible;
 * so under the observational equivalence such reads then count by that write, others still by value.
 */
import { Afresh } from './afresh';
import { isAcquire } from '../graph/graph';
import { Kind, type Label, type ThreadId } from '../program/label';
import { ordersMemory } from '../object';

export interface KeptRefinement {
  readonly active: boolean;
  readonly fencing: readonly ThreadId[];
}

export class Refinement {
  private active = false;

  /** `wanted`: does the equivalence merge by value at all? */
  constructor(private readonly wanted: boolean) {}

  /** Threads with an acquire fence: it may make any relaxed read before it synchronise. */
  private readonly fencing = new Set<ThreadId>();

  /** Do all reads that synchronise count by the write that they read from? Then all graphs of a combination have the same happens-before. */
  get fixesOrder(): boolean {
    return this.active;
  }

  /** Does the read count by the write that it reads from? */
  countsBySource(t: ThreadId, l: Label): boolean {
    if (!this.active) return false;
    switch (l.kind) {
      case Kind.Load: return isAcquire(l.order) || this.fencing.has(t);
      case Kind.Rmw: return true;
      default: return ordersMemory(l.kind);
    }
  }

  /** Plain data was seen to be synchronised: the exploration begins afresh with the finer distinction. */
  refine(): void {
    if (this.active || !this.wanted) return;
    this.active = true;
    throw new Afresh('plain data is synchronised');
  }

  keep(): KeptRefinement {
    return { active: this.active, fencing: [...this.fencing] };
  }

  recall({ active, fencing }: KeptRefinement): void {
    this.active ||= active;
    for (const t of fencing) this.fencing.add(t);
  }

  /** Tells of a fence of the thread. */
  fence(t: ThreadId, l: Label): void {
    if (!isAcquire(l.order) || this.fencing.has(t)) return;
    this.fencing.add(t);
    if (this.active) throw new Afresh('a thread has acquire fences');
  }
}
