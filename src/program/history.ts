/** History trees that grow run by run. */
import type { Label, ThreadId, Value } from './label';
import type { HistoryNode } from './program';

/** A node under construction: until it is complete its segment may go on. */
export class Node implements HistoryNode {
  readonly segment: Label[] = [];
  readonly children = new Map<Value, Node>();
  pending: Label | null = null;
  /** Is it known what ends the segment: a pending event, or the thread's end? */
  complete = false;
  found: unknown = undefined;

  constructor(readonly id: number, readonly thread: ThreadId, readonly parent: Node | null, readonly value: Value) {}
}

/** The trees of all threads. */
export class Forest {
  private readonly roots: Map<Value, Node>[] = [];
  private readonly made: Node[] = [];

  /** All nodes, by number: each after its parent. */
  get nodes(): readonly Node[] { return this.made; }

  /** The root of a thread that starts with the value (main: 0), if known. */
  root(thread: ThreadId, start: Value): Node | undefined { return this.roots[thread]?.get(start); }

  /** The root, made if need be. */
  growRoot(thread: ThreadId, start: Value): Node {
    const roots = this.roots[thread] ??= new Map<Value, Node>();
    let node = roots.get(start);
    if (node === undefined) roots.set(start, node = this.make(thread, null, start));
    return node;
  }

  /** The child by the value that the node's pending event returned, made if need be. */
  growChild(parent: Node, value: Value): Node {
    let node = parent.children.get(value);
    if (node === undefined) parent.children.set(value, node = this.make(parent.thread, parent, value));
    return node;
  }

  private make(thread: ThreadId, parent: Node | null, value: Value): Node {
    const node = new Node(this.made.length, thread, parent, value);
    this.made.push(node);
    return node;
  }
}
