/**
 * Names for executions that are the same where threads that do the same are exchanged: two graphs have the same name if
 * and only if such an exchange maps one to the other (but for collisions of 128-bit hashes). As in algorithms for
 * isomorphism of graphs (McKay, Practical graph isomorphism, 1981), threads are told apart by what they have read, then
 * by whom they have read from; where that leaves several alike, each of them comes first in turn, and the least
 * description counts.
 */
import { shortHash } from '../../base/hash';
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { isReadLike, type ThreadId } from '../../program/label';
import { isSame } from './exchangeable';

/**
 * `group`: by thread, the least one that it is equal to. `bySource`: does the read count by the write that it reads
 * from?
 */
export function orbitOf(
  graph: ExecutionGraph,
  group: readonly ThreadId[],
  bySource: (e: GraphEvent) => boolean,
): string {
  return new Orbit(graph, group, bySource).name();
}

class Orbit {
  private readonly values: readonly string[];

  constructor(
    private readonly graph: ExecutionGraph,
    group: readonly ThreadId[],
    private readonly bySource: (e: GraphEvent) => boolean,
  ) {
    this.values = Array.from(graph.threads, (events: readonly GraphEvent[] | undefined, t) => {
      const read = (events ?? []).filter(({ label }) => isReadLike(label)).map((e) => e.read);
      return `${group[t]}:${read.join()}`;
    });
  }

  name(): string {
    return shortHash(this.least(this.values));
  }

  /** The least description of the graph in which threads come in the order of their colours. */
  private least(before: readonly string[]): string {
    const colours = this.refine(before);
    const tied = this.tie(colours);
    if (tied.length === 0) return this.description(colours);
    return tied.map((t) => this.least(colours.map((c, u) => (u === t ? `${c}!` : c)))).sort()[0];
  }

  /** Colours by those of the threads that each reads from, until that tells no more threads apart. */
  private refine(colours: readonly string[]): readonly string[] {
    for (let now = colours; ;) {
      const next = now.map((c, t) => shortHash(`${c} ${this.sources(t, (u) => now[u])}`));
      if (new Set(next).size === new Set(now).size) return now;
      now = next;
    }
  }

  /** One of each kind of threads with a colour that several have, which cannot be exchanged; empty: there are none. */
  private tie(colours: readonly string[]): ThreadId[] {
    for (const colour of [...new Set(colours)].sort()) {
      const alike = colours.flatMap((c, t) => (c === colour ? [t] : []));
      const kinds = alike.filter((t, i) => !alike.slice(0, i).some((u) => isSame(this.graph, u, t, this.bySource)));
      if (kinds.length > 1) return kinds;
    }
    return [];
  }

  private description(colours: readonly string[]): string {
    const order = colours
      .map((_, t) => t)
      .sort((t, u) => (colours[t] < colours[u] ? -1 : colours[t] > colours[u] ? 1 : t - u));
    const place = new Map(order.map((t, i) => [t, i]));
    return order.map((t) => `${this.values[t]} ${this.sources(t, (u) => `${place.get(u)!}`)}`).join('; ');
  }

  private sources(t: ThreadId, nameOf: (u: ThreadId) => string): string {
    const text: string[] = [];
    for (const e of (this.graph.threads[t] as readonly GraphEvent[] | undefined) ?? []) {
      if (e.loc < 0 || e.source === null || !this.bySource(e)) continue;
      text.push(e.source.thread < 0 ? '-' : `${nameOf(e.source.thread)}.${e.source.index}`);
    }
    return text.join();
  }
}
