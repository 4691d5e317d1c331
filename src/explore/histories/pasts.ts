/**
 * What a thread may know of others. In a program with code that drista does not see, a thread may find there what other
 * threads left before, so what it does next depends on more than the values that its events have returned. If that code
 * has no data races of its own, all of it follows from what happens before (C11 5.1.2.4) the thread's last event. So
 * histories of such programs are told apart by that as well (HistoryNode.past). What an event reads from counts even
 * where it does not synchronise.
 *
 * The name is a hash of the histories that happen before, which all workers agree on. It follows from the events that
 * come before in po and rf, as values do, so all that is argued of histories by values holds for these.
 */
import { shortHash } from '../../base/hash';
import type { EventClocks } from '../../graph/clock';
import { sourcesOf, type GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { ThreadId } from '../../program/label';
import type { HistoryNode } from '../../program/program';

export class Pasts {
  /** By number of the node: a hash of the history. */
  private readonly names: string[] = [];

  /** What a read-like event, just appended, tells its thread of others; empty: nothing new. */
  of(graph: ExecutionGraph, e: GraphEvent): string {
    const before = graph.threads[e.thread][e.index - 1]?.clocks;
    return this.learned(graph, e.thread, before, e.clocks, sourcesOf(e));
  }

  /** What a thread knows of others at its beginning; `creator`: the event that creates it, null for main. */
  ofThread(graph: ExecutionGraph, thread: ThreadId, creator: GraphEvent | null): string {
    return creator === null ? '' : this.learned(graph, thread, undefined, creator.clocks, [creator]);
  }

  private learned(
    graph: ExecutionGraph,
    thread: ThreadId,
    before: EventClocks | undefined,
    { before: clock }: EventClocks,
    sources: readonly GraphEvent[],
  ): string {
    const others = sources.filter((source) => source.thread >= 0 && source.thread !== thread);
    const known = before?.before ?? [];
    if (others.length === 0 && clock.every((events, t) => t === thread || events === (known[t] ?? 0))) return '';
    const parts: string[] = [];
    clock.forEach((events, t) => {
      if (t !== thread && events > 0) parts.push(this.place(graph.threads[t][events - 1]));
    });
    for (const other of others) parts.push(`from ${this.place(other)}`);
    return shortHash(parts.join());
  }

  /** Names an event by its thread's history. */
  private place({ thread, index, node }: GraphEvent): string {
    return `${thread} ${index} ${this.nameOf(node!)}`;
  }

  private nameOf(node: HistoryNode): string {
    const chain: HistoryNode[] = [];
    for (let n: HistoryNode | null = node; n !== null && this.names[n.id] === undefined; n = n.parent) chain.push(n);
    for (const n of chain.reverse())
      this.names[n.id] = shortHash(`${n.parent === null ? n.thread : this.names[n.parent.id]} ${n.value} ${n.past}`);
    return this.names[node.id];
  }
}
