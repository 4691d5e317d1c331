/** A state in which no pending event can be performed: does it stay like this for ever? */
import type { ExecutionGraph } from '../graph/graph';
import type { Model } from '../model/model';
import { looksOnly } from '../object';
import { Cancel, Kind, looksForCancel } from '../program/label';
import { hasAlternative } from './alternatives';
import { candidates, outcomesAfter } from './candidates';
import type { Pending } from './growth';
import { interleave } from './interleave';
import { regraph } from './regraph';
import { both, turnsAfter, type Turn } from './spinning';
import { targetOfAll, type KeepsSource } from './target';

export class Stuck {
  /** Does some thread wait by spinning? */
  spins = false;
  /** Does some thread wait for an object? */
  locked = false;

  constructor(
    private readonly model: Model,
    private readonly graph: ExecutionGraph,
    private readonly pending: readonly Pending[],
    /** Does the read count by the write that it reads from? Then the executions in which it reads from another one are other states. */
    private readonly bySource: KeepsSource,
  ) {}

  /**
   * True when every thread waits for good: at a lock or join that nothing will serve, or in a loop that, seeing the last
   * values of all locations that it reads (as every store becomes visible in finite time, C11 5.1.2.4p28 and 7.17.3p16), goes round again.
   */
  forEver(): boolean {
    let ends: Turn[] = [new Map()];
    for (const p of this.pending) {
      // It would have been cancelled: that execution belongs to another branch, in which it looks later.
      if (this.isCancelled(p)) return false;
      if (p.label.kind === Kind.Join) continue;
      const ways = candidates(this.graph, p.thread, p.label);
      if (ways.length === 0) {
        this.locked = true;
        continue;
      }
      if (looksOnly(p.label.kind) && !this.looksInVain(p)) return false;
      const turns = this.turns(p);
      if (turns.length === 0) return false;
      this.spins = true;
      ends = ends.flatMap((end) => turns.map((turn) => both(end, turn)).filter((t) => t !== undefined));
    }
    return !this.spins || ends.some((end) => this.possible(end));
  }

  /** Does the thread wait where it may be cancelled, found before that it was not, and now it is? */
  private isCancelled({ node }: Pending): boolean {
    const looked = node.parent?.pending;
    if (!looked || looked.op !== Cancel.Wait || !looksForCancel(looked) || node.value !== 0 || node.segment.length > 0) return false;
    return this.graph.location(looked.loc).writes.some((w) => w.thread >= 0);
  }

  /** Can the operation do nothing but look at the object in its last state, and does its thread then go round again? */
  private looksInVain(p: Pending): boolean {
    const last = this.graph.location(p.label.loc).writes.at(-1)!;
    return outcomesAfter(this.graph, last, p.thread, p.label).every((o) => o.kind === 'done' && o.next === undefined && turnsAfter(p.node, o.value).length > 0);
  }

  /** The turns of a waiting loop that the pending read can end, each with what it read. */
  private turns(p: Pending): Turn[] {
    const values = new Set(candidates(this.graph, p.thread, p.label).map((c) => c.read));
    return [...values].flatMap((value) => turnsAfter(p.node, value));
  }

  /** Is there an execution with these histories after which memory holds the values? */
  private possible(end: Turn): boolean {
    if (this.model.exact && this.model.mayEndWith(this.graph, end)) return true;
    if (this.model.exact && !hasAlternative(this.graph, (e) => this.bySource(e.thread, e.label))) return false;
    const target = targetOfAll(this.graph, this.bySource);
    return (this.model.exact ? regraph : interleave)(this.model, this.graph, target, end) !== null;
  }
}
