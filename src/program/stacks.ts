/** Call stacks under dense numbers, the same in all runs. */
import type { RunResult } from '../channel/result';
import type { WireValue } from '../channel/value';
import type { SiteId } from './label';

export class Stacks {
  private readonly pcs: WireValue[] = [];
  private readonly parents: SiteId[] = [];
  /** By caller (from -1), then by return address. */
  private readonly known: Map<WireValue, SiteId>[] = [];

  /** The site of a run's event; -1 when the runtime knows neither stack nor call site. */
  ofEvent(run: RunResult, i: number): SiteId {
    return this.of(run, run.stack(i), run.site(i));
  }

  /** The lines about objects in a run's notes (runtime/memory/names.h); on stacks: `ADDRESS stack SITE PC FRAME`. */
  objectsIn(run: RunResult): string[] {
    return run.notes.map((line) =>
      line.replace(
        / stack (\w+) (\w+)/,
        (_, stack: string, site: string) => ` stack ${this.of(run, parseInt(stack, 16), parseInt(site, 16))}`,
      ),
    );
  }

  /** The site of an event with this index of a stack plus one (0: none), and this call site (0: none). */
  private of(run: RunResult, stack: number, site: WireValue): SiteId {
    const callers = stack === 0 ? -1 : this.ofEntry(run, stack);
    return site === 0 ? callers : this.intern(site, callers);
  }

  /** The site that represents a function: a thread's start routine. */
  ofFunction(address: WireValue): SiteId {
    // Sites are return addresses: the one after the function's first byte lies in the function.
    return address === 0 ? -1 : this.intern(typeof address === 'bigint' ? address + 1n : address + 1, -1);
  }

  /** Return addresses, the innermost first. */
  pcsOf(site: SiteId): WireValue[] {
    const result: WireValue[] = [];
    for (let s = site; s >= 0; s = this.parents[s]) result.push(this.pcs[s]);
    return result;
  }

  get count(): number {
    return this.pcs.length;
  }

  /** All entries, by number: each after its caller. */
  get durable(): readonly (readonly [WireValue, SiteId])[] {
    return this.pcs.map((pc, i) => [pc, this.parents[i]]);
  }

  /** There were none before. */
  set durable(entries: readonly (readonly [WireValue, SiteId])[]) {
    for (const [pc, caller] of entries) this.intern(pc, caller);
  }

  private ofEntry(run: RunResult, indexPlusOne: number): SiteId {
    const chain: WireValue[] = [];
    for (let at = indexPlusOne; at !== 0;) {
      const { pc, parent } = run.stackEntry(at);
      chain.push(pc);
      at = parent;
    }
    return chain.reduceRight<SiteId>((caller, pc) => this.intern(pc, caller), -1);
  }

  /** The number of the site with this return address and caller (-1: none). */
  intern(pc: WireValue, caller: SiteId): SiteId {
    const callees = (this.known[caller + 1] ??= new Map<WireValue, SiteId>());
    let site = callees.get(pc);
    if (site === undefined) {
      site = this.pcs.length;
      this.pcs.push(pc);
      this.parents.push(caller);
      callees.set(pc, site);
    }
    return site;
  }
}
