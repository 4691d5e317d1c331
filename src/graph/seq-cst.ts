/** The seq_cst accesses and fences of a graph, by thread, in program order. Threads without any have a hole. */
import { Kind } from '../program/label';
import type { GraphEvent } from './event';

export class SeqCstEvents {
  readonly byThread: GraphEvent[][] = [];
  /** The fences among these events. */
  readonly fences: GraphEvent[][] = [];
  count = 0;
  fenceCount = 0;

  /** Adds the event, which comes last in its thread. */
  add(e: GraphEvent): void {
    (this.byThread[e.thread] ??= []).push(e);
    this.count++;
    if (e.label.kind !== Kind.Fence) return;
    (this.fences[e.thread] ??= []).push(e);
    this.fenceCount++;
  }

  /** Removes the event, the last one of its thread. */
  remove(e: GraphEvent): void {
    this.byThread[e.thread].pop();
    this.count--;
    if (e.label.kind !== Kind.Fence) return;
    this.fences[e.thread].pop();
    this.fenceCount--;
  }
}
