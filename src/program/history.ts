/** History trees that grow run by run. */
import type { Label, ThreadId, Value } from './label';
import type { HistoryNode } from './program';

const none: ReadonlyMap<Value, Node> = new Map<Value, Node>();

/**
 * A node under construction: until it is complete its segment may go on. There are many of them, and most have no
 * children, so nothing has room to grow in vain.
 */
export class Node implements HistoryNode {
  segment: Label[] = [];
  pending: Label | null = null;
  spinCache: unknown = undefined;
  private below: Map<Value, Node> | undefined;
  private whole = false;

  constructor(
    readonly id: number,
    readonly thread: ThreadId,
    readonly parent: Node | null,
    readonly value: Value,
  ) {}

  get children(): ReadonlyMap<Value, Node> {
    return this.below ?? none;
  }

  /** Makes the node a child of this one: for its value, in place of a child that there may be. */
  adopt(child: Node): void {
    (this.below ??= new Map<Value, Node>()).set(child.value, child);
  }

  /** Is it known what ends the segment: a pending event, or the thread's end? */
  get complete(): boolean {
    return this.whole;
  }

  set complete(complete: boolean) {
    if (complete && !this.whole) this.segment = this.segment.slice();
    this.whole = complete;
  }
}

/** The trees of all threads. */
export class Forest {
  private readonly roots: Map<Value, Node>[] = [];
  private readonly made: Node[] = [];

  /** All nodes, by number: each after its parent. */
  get nodes(): readonly Node[] {
    return this.made;
  }

  /** The root of a thread that starts with the value (main: 0), if known. */
  root(thread: ThreadId, start: Value): Node | undefined {
    return this.roots[thread]?.get(start);
  }

  /** The root, made if need be. */
  growRoot(thread: ThreadId, start: Value): Node {
    const roots = (this.roots[thread] ??= new Map<Value, Node>());
    let node = roots.get(start);
    if (node === undefined) roots.set(start, (node = this.make(thread, null, start)));
    return node;
  }

  /** The child by the value that the node's pending event returned, made if need be. */
  growChild(parent: Node, value: Value): Node {
    let node = parent.children.get(value);
    if (node === undefined) parent.adopt((node = this.make(parent.thread, parent, value)));
    return node;
  }

  private make(thread: ThreadId, parent: Node | null, value: Value): Node {
    const node = new Node(this.made.length, thread, parent, value);
    this.made.push(node);
    return node;
  }
}
