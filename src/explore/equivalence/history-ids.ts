/**
 * Numbers for local histories with the sources that count: two histories of a thread with the same number have read the
 * same values, and from the same writes where that matters. An event's number is computed once, from that of the event
 * before it, so identifying a state is linear in the number of threads.
 */
import type { GraphEvent } from '../../graph/event';
import { VectorSet } from '../store/vector-set';
import { VarintWriter } from '../store/varint';

/**
 * The rules of all numbers, one after the other. A rule: the number before, the history node, and the source where it
 * counts (thread and index; thread -1: the initial write; -2: it does not count).
 */
export type HistoryIdsData = VectorSet['durable'];

/** The events of each thread. */
type Threads = readonly (readonly GraphEvent[] | undefined)[];

export class HistoryIds {
  private readonly rules = new VectorSet(4);
  private readonly asked = new Int32Array(4);
  private readonly packed = new VarintWriter();

  /** `bySource`: does the read count by the write that it reads from? */
  constructor(readonly bySource: (e: GraphEvent) => boolean) {}

  /** The number of the thread's history at its last event; `events`: all of the thread. */
  of(events: readonly GraphEvent[]): number {
    let i = events.length - 1;
    while (i >= 0 && events[i].name < 0) i--;
    let name = i < 0 ? 0 : events[i].name;
    for (i++; i < events.length; i++)
      events[i].name = name = this.after(name, i === 0 ? undefined : events[i - 1], events[i]);
    return name;
  }

  /** The combination of the threads' numbers. Valid until the next call. */
  combination(threads: Threads): VarintWriter {
    const packed = this.packed.begin();
    packed.add(threads.length);
    for (let t = 0; t < threads.length; t++) packed.add(threads[t] === undefined ? 0 : this.of(threads[t]!));
    return packed;
  }

  /** The combination of the threads' history nodes alone, likewise. */
  histories(threads: Threads): VarintWriter {
    const packed = this.packed.begin();
    packed.add(threads.length);
    for (const events of threads)
      packed.add(events === undefined || events.length === 0 ? 0 : events[events.length - 1].node!.id + 1);
    return packed;
  }

  /** The combination of the threads' numbers, as text. */
  text(threads: Threads): string {
    let text = '';
    for (const events of threads) text += events === undefined ? ';' : `${this.of(events)};`;
    return text;
  }

  /** The rules of all numbers. */
  get durable(): HistoryIdsData {
    return this.rules.durable;
  }

  set durable(rules: HistoryIdsData) {
    this.rules.durable = rules;
  }

  /** The rule of the number (from 1). */
  rule(number: number): Int32Array {
    return this.rules.vector(number);
  }

  private after(before: number, previous: GraphEvent | undefined, e: GraphEvent): number {
    const counts = e.source !== null && e.loc >= 0 && e.read !== undefined && this.bySource(e);
    // Only the result of a read-like event leads to another node, so most events have the number of their predecessor.
    if (!counts && previous !== undefined && previous.node === e.node) return before;
    return this.number(before, e.node!.id, counts ? e.source!.thread : -2, counts ? e.source!.index : 0);
  }

  private number(before: number, node: number, thread: number, index: number): number {
    const { asked } = this;
    asked[0] = before;
    asked[1] = node;
    asked[2] = thread;
    asked[3] = index;
    return this.rules.numberOf(asked, hashOf(before, node, thread, index));
  }
}

function hashOf(before: number, node: number, thread: number, index: number): number {
  let h = Math.imul(before, 0x9e3779b1) ^ Math.imul(node + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) + Math.imul(thread, 0x297a2d39) + Math.imul(index, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 13), 0x85ebca6b);
  return h ^ (h >>> 16);
}
