/** History trees that grow run by run. */
import { closes, type Label, type ThreadId, type Value } from './label';
import { LocalStates, withStores, type LocalState } from './local-states';
import { childKey, type HistoryNode } from './program';

const none: ReadonlyMap<Value | string, Node> = new Map<Value | string, Node>();

/**
 * A node under construction: until it is complete its segment may become longer. There are many nodes, and most have no
 * children, so fields that are often empty are created when needed.
 */
export class Node implements HistoryNode {
  segment: Label[] = [];
  pending: Label | null = null;
  /** The local state, if it is known. */
  local: LocalState | undefined = undefined;
  /** The number of the thread's stores before `pending`; it is part of the fingerprint of `pending`. */
  stores = 0;
  spinCache: unknown = undefined;
  attemptCache: unknown = undefined;
  private below: Map<Value | string, Node> | undefined;
  private whole = false;

  constructor(
    readonly id: number,
    readonly thread: ThreadId,
    readonly parent: Node | null,
    readonly value: Value,
    readonly past: string | undefined,
  ) {}

  get state(): number {
    return this.local?.number ?? 0;
  }

  get children(): ReadonlyMap<Value | string, Node> {
    return this.below ?? none;
  }

  /** Makes the node the child of this one for its value and past, replacing an existing child. */
  adopt(child: Node): void {
    (this.below ??= new Map<Value | string, Node>()).set(childKey(child.value, child.past), child);
  }

  /** Is it known what ends the segment: a pending event, or the thread's end? */
  get complete(): boolean {
    return this.whole;
  }

  /** The node that follows another node of the parent's local state after the same value; undefined: none is known. */
  get twin(): Node | undefined {
    return this.parent?.local?.after.get(this.value) as Node | undefined;
  }

  set complete(complete: boolean) {
    if (complete && !this.whole) this.segment = this.segment.slice();
    this.whole = complete;
    const after = this.parent?.local?.after;
    if (complete && after !== undefined && !after.has(this.value)) after.set(this.value, this);
  }

  /**
   * Completes this node with the contents of its twin. The segment is shared.
   */
  become(twin: Node): void {
    const before = this.parent!.stores;
    this.stores = before + twin.stores - twin.parent!.stores;
    this.pending = twin.pending && withStores(twin.pending, twin.stores, this.stores);
    this.local = twin.local;
    this.segment = twin.segment;
    this.whole = true;
  }
}

/** The trees of all threads. */
export class Forest {
  private readonly roots: Map<Value | string, Node>[] = [];
  private readonly made: Node[] = [];
  /** The local states of the threads, at which histories may meet. */
  readonly states = new LocalStates();

  /** `merges`: do all histories that lead to one local state continue as the first of them (`meet`)? */
  constructor(readonly merges = false) {}

  /** All nodes, by number: each after its parent. */
  get nodes(): readonly Node[] {
    return this.made;
  }

  /** The root of a thread that starts with the value (main: 0) and the past, if known. */
  root(thread: ThreadId, start: Value, past?: string): Node | undefined {
    return this.roots[thread]?.get(childKey(start, past));
  }

  /** The root, created if needed. */
  growRoot(thread: ThreadId, start: Value, past?: string): Node {
    const roots = (this.roots[thread] ??= new Map<Value | string, Node>());
    const key = childKey(start, past);
    let node = roots.get(key);
    if (node === undefined) roots.set(key, (node = this.make(thread, null, start, past)));
    return node;
  }

  /** The child for the value that the node's pending event returned, and the past, created if needed. */
  growChild(parent: Node, value: Value, past?: string): Node {
    let node = parent.children.get(childKey(value, past));
    if (node === undefined) parent.adopt((node = this.make(parent.thread, parent, value, past)));
    return node;
  }

  /** Sets the local state of a node whose pending event or last event is known. */
  locate(node: Node, fingerprint: Value): void {
    const { thread, pending, segment } = node;
    const last = segment.at(-1);
    if (pending !== null) node.local = this.states.intern(thread, pending, fingerprint);
    else if (last !== undefined && closes(last)) node.local = this.states.ended(thread, last);
    if (node.local !== undefined) node.local.first ??= node;
  }

  /** The node whose children are what follows this one: another one where histories are merged. */
  meet(node: Node): Node {
    return this.merges && node.pending !== null ? ((node.local?.first as Node | undefined) ?? node) : node;
  }

  private make(thread: ThreadId, parent: Node | null, value: Value, past: string | undefined): Node {
    const node = new Node(this.made.length, thread, parent, value, past);
    this.made.push(node);
    return node;
  }
}
